import type { Page } from '@playwright/test';

declare global {
  interface Window {
    printed?: string[];
  }
}

/** From now on `page` prints nothing: what would have been printed is kept, style rules written by script included. */
export async function catchPrinting(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      const rules = [...document.styleSheets].flatMap((sheet) =>
        [...sheet.cssRules].map((rule) => rule.cssText),
      );
      const root = document.documentElement.cloneNode(true) as HTMLElement;
      for (const sheet of root.querySelectorAll('style, link, script')) sheet.remove();
      const style = document.createElement('style');
      style.textContent = rules.join('\n');
      root.querySelector('head')?.append(style);
      const kept = ((window.top ?? window).printed ??= []);
      kept.push(`<!doctype html>${root.outerHTML}`);
    };
  });
}

/** The next thing printed by `page`, as HTML with all its styles, once the copy is cleared away. */
export async function nextPrinted(page: Page): Promise<string> {
  const printed = await page.waitForFunction(() => window.printed?.shift());
  await page.locator('iframe#printWindow').waitFor({ state: 'detached' });
  return printed.jsonValue() as Promise<string>;
}

/** A PDF file: how many pages, and how large the first is. */
export type PdfPages = { readonly count: number; readonly widthMm: number; readonly heightMm: number };

/** Prints `html` to PDF in a page of its own, on the paper that its own `@page` rule asks for. */
export async function printToPdf(page: Page, html: string): Promise<{ pdf: Buffer; pages: PdfPages }> {
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await tab.setContent(html, { waitUntil: 'load' });
  await tab.evaluate(() => document.fonts.ready.then(() => undefined));
  const pdf = await tab.pdf({ preferCSSPageSize: true, printBackground: true });
  await tab.close();
  return { pdf, pages: pagesOf(pdf) };
}

function pagesOf(pdf: Buffer): PdfPages {
  const boxes = [...pdf.toString('latin1').matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)];
  const [, width = '0', height = '0'] = boxes[0] ?? [];
  const millimetres = (points: string): number => Math.round((Number(points) / 72) * 25.4);
  return { count: boxes.length, widthMm: millimetres(width), heightMm: millimetres(height) };
}
