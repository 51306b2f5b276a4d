import { expect, type Locator, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** How much of what was seen has moved by itself: the layout shifts of this page, added up. */
    moved?: number;
  }
}

/** In the page: adds up how much of it moves by itself. */
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

/** A page of the dashboard with everything there. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(`/dashboard/${path}`);
  await expect(page.getByRole('heading').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByLabel('Cargando...')).toHaveCount(0, { timeout: 20_000 });
}

/** As tall as the page is: what lies half under the zócalo is not too small, it is scrolled to. */
export async function seeWhole(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: height + 200 });
}

const mostStops = 60;

/** Tabs through the page once; answers every stop that cannot be seen, or whose focus cannot. */
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

/** Taps a field and types a letter in one task of the page, before anything is drawn: as a quick finger on a slow tablet. */
export async function tapWithLetter(field: Locator, letter: string): Promise<void> {
  await field.evaluate((input: HTMLInputElement, typed) => {
    input.focus();
    input.click();
    document.execCommand('insertText', false, typed);
  }, letter);
}
