import type { Locator, Page } from '@playwright/test';
import { expect } from '#tests/support/browser/patient-expect.ts';

declare global {
  interface Window {
    /** Sum of this page's layout shifts. */
    moved?: number;
  }
}

/** In the page: adds up layout shifts that no input caused. */
export function countShifts(): void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (
        'value' in entry &&
        typeof entry.value === 'number' &&
        !('hadRecentInput' in entry && entry.hadRecentInput)
      )
        window.moved = (window.moved ?? 0) + entry.value;
  });
  observer.observe({ type: 'layout-shift', buffered: true });
}

/** Opens a page of the dashboard and waits for everything. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(`/dashboard/${path}`);
  await expect(page.getByRole('heading').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByLabel('Cargando...')).toHaveCount(0, { timeout: 20_000 });
}

/**
 * Makes the window as tall as the page: an element half under the zócalo is not too small, it can be scrolled
 * to.
 */
export async function seeWhole(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: height + 200 });
}

/**
 * In the page: finds touch targets smaller than a finger, 48 px. A tick box is as large as its label; a link
 * within a sentence is part of the sentence, and visually hidden elements are not touched.
 */
function smallTargets(): string[] {
  const least = 48;
  const targets = document.querySelectorAll<HTMLElement>(
    'a[href], button, select, textarea, input:not([type="hidden"]), [role="button"]',
  );
  return [...targets].flatMap((target) => {
    const boxes = [target, ...('labels' in target ? ((target as HTMLInputElement).labels ?? []) : [])].map(
      (element) => element.getBoundingClientRect(),
    );
    const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
    const height = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
    const { display, clipPath, visibility } = getComputedStyle(target);
    const isUnseen = boxes[0]?.width === 0 || clipPath !== 'none' || visibility === 'hidden';
    if (isUnseen || display === 'inline' || (width >= least - 0.5 && height >= least - 0.5)) return [];
    return [`${Math.round(width)}x${Math.round(height)} ${target.outerHTML.slice(0, 120)}`];
  });
}

/**
 * In the page: finds words that overlap others. Elements that stay fixed while the page scrolls under them (a
 * bar, the navigation) are left out, as are drawings. Letters are higher than they look, so a quarter of them
 * may touch.
 */
function overlaps(): string[] {
  const isFloating = (element: Element | null): boolean => {
    for (let at = element; at !== null; at = at.parentElement) {
      const { position, clipPath } = getComputedStyle(at);
      if (position === 'fixed' || position === 'sticky' || clipPath !== 'none' || at.tagName === 'svg')
        return true;
    }
    return false;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const boxes: { box: DOMRect; words: string; of: Element }[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement } = node;
    const words = node.textContent?.trim() ?? '';
    if (
      words === '' ||
      parentElement === null ||
      !parentElement.checkVisibility() ||
      isFloating(parentElement)
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects())
      if (box.width > 1 && box.height > 1) boxes.push({ box, words, of: parentElement });
  }
  const found = new Set<string>();
  for (const [place, { box, words, of }] of boxes.entries())
    for (const other of boxes.slice(place + 1)) {
      if (other.of === of) continue;
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (across > 2 && down > Math.min(box.height, other.box.height) / 4)
        found.add(`"${words.slice(0, 40)}" over "${other.words.slice(0, 40)}"`);
    }
  return [...found];
}

/** A phone with double text size, and 400 % of a small screen. */
const hardSizes = [
  ['200 % text', { width: 360, height: 740 }, '200%'],
  ['320x256', { width: 320, height: 256 }, ''],
] as const;

/** Nothing outside the screen and no overlapping words, with double text size and on the smallest screen. */
export async function seeLarge(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [name, size, letters] of hardSizes) {
    // In this order: styles with container queries in character units are evaluated again when the container
    // changes, not the letters.
    await page.evaluate((fontSize) => void (document.documentElement.style.fontSize = fontSize), letters);
    await page.setViewportSize(size);
    await settled(page);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (beyond > 0) found.push(`${beyond} px too wide at ${name}: ${await page.evaluate(widest)}`);
    found.push(...(await page.evaluate(overlaps)).map((what) => `${what} at ${name}`));
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  return found;
}

/**
 * Waits until elements drawn to their container's size are redrawn: they learn a new size between two frames.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

/** In the page: finds the element furthest outside the screen, except inside sideways scrollers. */
function widest(): string {
  let most = 0;
  let found = '';
  for (const element of document.querySelectorAll('body *')) {
    const { right } = element.getBoundingClientRect();
    let isMoved = false;
    for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement)
      isMoved ||= getComputedStyle(at).overflowX !== 'visible';
    if (isMoved || right <= most) continue;
    most = right;
    found = element.outerHTML.slice(0, 160);
  }
  return `${Math.round(most)} ${found}`;
}

/** Finds targets too small for a finger, with the window as tall as the page. */
export function seeTargets(page: Page): Promise<string[]> {
  return page.evaluate(smallTargets);
}

const mostStops = 60;

/** Tabs through the page once; returns every stop that is invisible, or whose focus is. */
export async function walkByKeyboard(page: Page): Promise<string[]> {
  const unseen: string[] = [];
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab');
    const fault = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return 'end';
      const { top, bottom, width, height } = element.getBoundingClientRect();
      const isSeen = width > 0 && height > 0 && bottom > 0 && top < window.innerHeight;
      const places = [element, element.parentElement, element.parentElement?.parentElement];
      const shows = places.some((place) => {
        const { outlineStyle, boxShadow } = getComputedStyle(place ?? element);
        return outlineStyle !== 'none' || boxShadow !== 'none';
      });
      return isSeen && shows ? '' : element.outerHTML.slice(0, 120);
    });
    if (fault === 'end') break;
    if (fault !== '') unseen.push(fault);
  }
  return unseen;
}

/**
 * Taps a field and types a letter in one task of the page, before anything is rendered, like a quick finger
 * on a slow tablet.
 */
export async function tapWithLetter(field: Locator, letter: string): Promise<void> {
  await field.evaluate((input: HTMLInputElement, typed) => {
    input.focus();
    input.click();
    document.execCommand('insertText', false, typed);
  }, letter);
}
