/** A one-bit image: rows of `ceil(width / 8)` bytes, the highest bit is the leftmost dot, 1 is black. */
export type Bitmap = { readonly width: number; readonly height: number; readonly bits: Uint8Array };

type Align = 'left' | 'centre';
const alignments: Record<Align, number> = { left: 0, centre: 1 };

const esc = 0x1b;
const gs = 0x1d;
const dle = 0x10;

/** Sets the printer back to what it is after power-on: no text left, no alignment, letters of normal size. */
export function initialise(): Uint8Array {
  return Uint8Array.of(esc, 0x40);
}

export function align(to: Align): Uint8Array {
  return Uint8Array.of(esc, 0x61, alignments[to]);
}

/** How often the printer's own letters are enlarged, 1 to 8. Some clones keep it over an initialise. */
export function size(times: number): Uint8Array {
  const step = Math.min(8, Math.max(1, Math.trunc(times))) - 1;
  return Uint8Array.of(gs, 0x21, (step << 4) | step);
}

/** Rows of one raster command. Clones take 255 at most, and slow ones lose the end of a longer band. */
const bandRows = 128;

/** The image in bands, one command each. */
export function raster({ width, height, bits }: Bitmap): Uint8Array[] {
  const rowBytes = Math.ceil(width / 8);
  const bands: Uint8Array[] = [];
  for (let top = 0; top < height; top += bandRows) {
    const rows = Math.min(bandRows, height - top);
    const head = [gs, 0x76, 0x30, 0, rowBytes & 0xff, rowBytes >> 8, rows & 0xff, rows >> 8];
    const dots = withoutRealTimeCommands(bits.subarray(top * rowBytes, (top + rows) * rowBytes));
    bands.push(joined([Uint8Array.from(head), dots]));
  }
  return bands;
}

/** After `dle`: ask for a state, recover or clear, open the drawer or switch off. */
const realTime: ReadonlySet<number> = new Set([0x04, 0x05, 0x14]);

/**
 * Many printers obey a real-time command wherever its bytes occur, also inside an image: one dot more keeps a drawing from
 * opening the drawer or clearing the paper that is being printed.
 */
function withoutRealTimeCommands(dots: Uint8Array): Uint8Array {
  const safe = Uint8Array.from(dots);
  for (let at = 0; at + 1 < safe.length; at++) {
    if (safe[at] === dle && realTime.has(safe[at + 1] ?? 0)) safe[at] = dle | 0x01;
  }
  return safe;
}

/** The largest module that every printer draws, in dots. */
export const maxModuleDots = 8;

/** A code that the printer draws: model 2, level M as on every other voucher. */
export function qr(text: string, moduleDots: number): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const dots = Math.min(maxModuleDots, Math.max(1, Math.trunc(moduleDots)));
  const symbol = (code: number, ...values: number[]): Uint8Array => {
    const length = values.length + 2;
    return Uint8Array.of(gs, 0x28, 0x6b, length & 0xff, length >> 8, 0x31, code, ...values);
  };
  return joined([
    symbol(0x41, 0x32, 0x00),
    symbol(0x43, dots),
    symbol(0x45, 0x31),
    symbol(0x50, 0x30, ...bytes),
    symbol(0x51, 0x30),
  ]);
}

/** Feeds to the knife and cuts but for one point. A printer without a knife feeds, or does nothing. */
export function cut(): Uint8Array {
  return Uint8Array.of(gs, 0x56, 0x42, 0x00);
}

/** 50 ms on the first drawer's line, then 500 ms of rest. */
export function openDrawer(): Uint8Array {
  return Uint8Array.of(esc, 0x70, 0x00, 0x19, 0xfa);
}

/** Asks for the state of the paper sensor; answered at once, also by a printer without paper. */
export function askPaper(): Uint8Array {
  return Uint8Array.of(dle, 0x04, 0x04);
}

export type PaperState = 'ok' | 'low' | 'out';

/** Returns what an answer to `askPaper` says; null for a byte that is no such answer. */
export function readPaper(answer: number): PaperState | null {
  if ((answer & 0x93) !== 0x12) return null;
  if ((answer & 0x60) !== 0) return 'out';
  return (answer & 0x0c) === 0 ? 'ok' : 'low';
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
