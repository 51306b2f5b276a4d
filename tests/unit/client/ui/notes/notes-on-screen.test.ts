// @vitest-environment node
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { denominations, largestCoin } from '#src/client/ui/notes/denominations.ts';
import { builtPageForSuite } from '#tests/support/browser/built-page-for-suite.ts';

const { built, browser } = builtPageForSuite('tests/unit/client/ui/notes/notes-page.tsx');

/**
 * Pixel font of the pieces, three by five, written again here, so that the test reads what a person reads.
 */
const digits: Record<string, string> = {
  '###\n#.#\n#.#\n#.#\n###': '0',
  '##.\n.#.\n.#.\n.#.\n###': '1',
  '###\n..#\n###\n#..\n###': '2',
  '###\n#..\n###\n..#\n###': '5',
};
const inkOfNotes: Partial<Record<number, readonly number[]>> = {
  100_000: [0xec, 0xf8, 0xe6],
  50_000: [0xf6, 0xec, 0xfc],
  20_000: [0xff, 0xf6, 0xe6],
  10_000: [0xff, 0xed, 0xeb],
  5_000: [0xfb, 0xef, 0xdd],
  2_000: [0xea, 0xf3, 0xfc],
};
const inkOfCoins = [0x1e, 0x19, 0x14];

/** Pixels of the page in four parts each, row by row. */
type Picture = { readonly width: number; readonly data: Uint8Array };

/** Position of a piece in the picture, and pixels per unit. */
type Place = {
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
  readonly unit: number;
};

/**
 * Reads the figure on a piece. A unit counts as ink only if all of its pixels do: a half-drawn stroke makes
 * no digit.
 */
function figureIn({ width, data }: Picture, value: number, place: Place): string {
  const { unit } = place;
  const ink = inkOfNotes[value] ?? inkOfCoins;
  const isInk = (x: number, y: number): boolean =>
    ink.every((part, channel) => data[(y * width + x) * 4 + channel] === part);
  const cell = (column: number, row: number): string => {
    const [left, top] = [place.x + column * unit, place.y + row * unit];
    let count = 0;
    for (let x = left; x < left + unit; x += 1)
      for (let y = top; y < top + unit; y += 1) if (isInk(x, y)) count += 1;
    if (count === 0) return '.';
    return count === unit * unit ? '#' : '?';
  };
  const isNote = value > largestCoin;
  const top = isNote ? 7 : Math.floor((place.rows - 11) / 2) + 6;
  let read = '';
  for (let x = isNote ? 15 : 0; x < place.columns - 2;) {
    const glyph = [0, 1, 2, 3, 4]
      .map((y) => [0, 1, 2].map((column) => cell(x + column, top + y)).join(''))
      .join('\n');
    const digit = digits[glyph];
    read += digit ?? '';
    x += digit === undefined ? 1 : 3;
  }
  return read;
}

async function pictureOf(page: Page): Promise<Picture> {
  const png = (await page.screenshot({ fullPage: true })).toString('base64');
  const { width, bytes } = await page.evaluate(async (url) => {
    const bitmap = await createImageBitmap(await (await fetch(url)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const drawn = context?.getImageData(0, 0, bitmap.width, bitmap.height);
    const reader = new FileReader();
    reader.readAsDataURL(new Blob([drawn?.data.buffer ?? '']));
    await new Promise((resolve) => reader.addEventListener('load', resolve));
    return { width: bitmap.width, bytes: String(reader.result) };
  }, `data:image/png;base64,${png}`);
  return { width, data: Buffer.from(bytes.slice(bytes.indexOf(',') + 1), 'base64') };
}

/** The pieces of the last line of the page. */
const isAmongMany = (value: number): boolean => value >= 500;

/** A browser paints a picture from a whole pixel on: the one to which its position rounds, or a neighbour. */
function figureNear(picture: Picture, value: number, place: Place): string {
  const beside = [0, -1, 1];
  const read = beside.flatMap((dx) =>
    beside.map((dy) => figureIn(picture, value, { ...place, x: place.x + dx, y: place.y + dy })),
  );
  return read.find((figure) => figure !== '') ?? '';
}

test.each([
  ['a cheap tablet', 1, 19],
  ['a phone', 2, 28.5],
  ['a phone of many pixels', 3, 76 / 3],
])('each piece shows its own figure on %s', async (_, deviceScaleFactor, many) => {
  const context = await browser.newContext({ viewport: { width: 300, height: 900 }, deviceScaleFactor });
  const page = await context.newPage();
  await page.goto(built.url);
  await page.locator('[data-size="full"] [data-piece="50"]').waitFor();
  const picture = await pictureOf(page);
  for (const [size, high] of [
    ['line', 19],
    ['panel', 38],
    ['full', 38],
    ['many', many],
  ] as const)
    for (const value of size === 'many' ? denominations.filter(isAmongMany) : denominations) {
      const at = await page.locator(`[data-size="${size}"] [data-piece="${value}"]`).boundingBox();
      if (!at) throw new Error(`no ${value} at size ${size}`);
      const figure = figureNear(picture, value, {
        x: Math.round(at.x * deviceScaleFactor),
        y: Math.round(at.y * deviceScaleFactor),
        columns: Math.round((at.width * 19) / high),
        rows: Math.round((at.height * 19) / high),
        unit: (high / 19) * deviceScaleFactor,
      });
      expect(`${size} ${figure}`).toBe(`${size} ${value}`);
    }
  await context.close();
});
