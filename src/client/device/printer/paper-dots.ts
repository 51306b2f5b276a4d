import { qrShape } from '#src/client/device/print/draw-qr.ts';
import type { PaperPart } from './encode-paper.ts';
import { type Bitmap, maxModuleDots } from './escpos.ts';

/** A code of the layout, in dots from the top of its paper; `side` includes the quiet zone. */
export type PlacedCode = { text: string; top: number; side: number };

/** Blank rows before the knife. */
export const feedDots = 48;
/** White modules around a code, which `qrShape` counts as part of it. */
const quietModules = 4;
/** Lighter than this stays paper, 0 to 255: edges of letters are burnt rather than lost. */
const blackBelow = 160;

/** Bands of dots with the codes between them. A code keeps its quiet zone as blank rows of the bands around it. */
export function partsOf(image: ImageData, codes: readonly PlacedCode[]): PaperPart[] {
  const parts: PaperPart[] = [];
  let from = 0;
  for (const { text, top, side: room } of codes) {
    const { side, runs } = qrShape(text);
    const moduleDots = Math.min(maxModuleDots, Math.max(1, Math.floor(room / side + 0.05)));
    const quiet = quietModules * moduleDots;
    const modules = side - 2 * quietModules;
    const start = top + quiet;
    parts.push({ kind: 'dots', dots: cropped(image, from, start) });
    const dots = blank(image.width, modules * moduleDots);
    const left = Math.floor((image.width - modules * moduleDots) / 2);
    for (const [x, y, length] of runs)
      for (let row = 0; row < moduleDots; row++)
        for (let dot = 0; dot < length * moduleDots; dot++)
          blacken(dots, left + (x - quietModules) * moduleDots + dot, (y - quietModules) * moduleDots + row);
    parts.push({ kind: 'code', text, moduleDots, dots });
    from = start + modules * moduleDots;
  }
  parts.push({ kind: 'dots', dots: cropped(image, from, lastInk(image) + feedDots) });
  return parts;
}

function blank(width: number, height: number): Bitmap {
  return { width, height, bits: new Uint8Array(Math.ceil(width / 8) * height) };
}

function blacken({ width, bits }: Bitmap, x: number, y: number): void {
  const at = y * Math.ceil(width / 8) + (x >> 3);
  bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
}

function isInk({ data, width }: ImageData, x: number, y: number): boolean {
  const at = 4 * (y * width + x);
  const light = 0.3 * (data[at] ?? 255) + 0.59 * (data[at + 1] ?? 255) + 0.11 * (data[at + 2] ?? 255);
  return light < blackBelow;
}

/** The rows from `from` to `to` in black and white. */
function cropped(image: ImageData, from: number, to: number): Bitmap {
  const dots = blank(image.width, Math.max(0, Math.min(to, image.height) - from));
  for (let y = 0; y < dots.height; y++)
    for (let x = 0; x < dots.width; x++) if (isInk(image, x, from + y)) blacken(dots, x, y);
  return dots;
}

/** The row after the last one with ink on it. */
function lastInk(image: ImageData): number {
  for (let y = image.height - 1; y >= 0; y--)
    for (let x = 0; x < image.width; x++) if (isInk(image, x, y)) return y + 1;
  return 0;
}
