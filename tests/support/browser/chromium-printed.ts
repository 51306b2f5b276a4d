import type { Page } from '@playwright/test';

declare global {
  interface Window {
    printed?: string[];
  }
}

/** Makes `page` print nothing from now on: the output is kept, including style rules written by script. */
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

/** Returns the next printout of `page`, as HTML with all its styles, once the copy is removed. */
export async function nextPrinted(page: Page): Promise<string> {
  const printed = await page.waitForFunction(() => window.printed?.shift());
  await page.locator('iframe#printWindow').waitFor({ state: 'detached' });
  return printed.jsonValue() as Promise<string>;
}

/** A PDF file: its number of pages, and the size of the first. */
export type PdfPages = { readonly count: number; readonly widthMm: number; readonly heightMm: number };

/** Prints `html` to PDF on a separate page, on the paper of its `@page` rule. */
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
