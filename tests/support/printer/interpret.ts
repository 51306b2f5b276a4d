import { create } from 'qrcode';
import type { ModelledPrinter } from './printers.ts';

/** A gray picture as scanners take it: one byte a dot, 0 is black. */
export type PrintedPaper = {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  readonly cuts: number;
  readonly drawerOpenings: number;
  /** bytes that it printed as letters, because it knows no such command */
  readonly letters: string;
  /** real-time commands that it obeyed */
  readonly obeyed: readonly number[];
  /** the stream ended in the middle of a command */
  readonly isTorn: boolean;
};

const esc = 0x1b;
const gs = 0x1d;
const dle = 0x10;
const lineRows = 24;

/** Prints a byte stream as `printer` with a head of `width` dots does. It shares no code with the encoder. */
export function interpret(bytes: Uint8Array, width: number, printer: ModelledPrinter): PrintedPaper {
  const rows: Uint8Array[] = [];
  const obeyed: number[] = [];
  let at = 0;
  let cuts = 0;
  let drawerOpenings = 0;
  let letters = '';
  let isCentred = false;
  let isTorn = false;
  const symbol = { text: '', moduleDots: 3 };

  const feed = (count: number): void => {
    for (let row = 0; row < count; row++) rows.push(new Uint8Array(width));
  };

  function obey(kind: number, detail: number): void {
    obeyed.push(kind);
    if (kind === 0x14) drawerOpenings++;
    if (kind === 0x05 && detail === 2) rows.length = 0;
  }

  function take(count: number): Uint8Array | null {
    if (at + count > bytes.length) {
      isTorn = true;
      at = bytes.length;
      return null;
    }
    at += count;
    return bytes.subarray(at - count, at);
  }

  function image(): void {
    const head = take(5);
    if (!head) return;
    const [, low = 0, high = 0, rowsLow = 0, rowsHigh = 0] = head;
    const rowBytes = low + 256 * high;
    const count = rowsLow + 256 * rowsHigh;
    const dots = take(rowBytes * count);
    if (!dots) return;
    if (printer.isEager)
      for (let place = 0; place + 1 < dots.length; place++) {
        const kind = dots[place + 1] ?? 0;
        if (dots[place] === dle && [0x04, 0x05, 0x14].includes(kind)) obey(kind, dots[place + 2] ?? 0);
      }
    for (let row = 0; row < Math.min(count, printer.maxRows); row++) {
      const line = new Uint8Array(width);
      for (let x = 0; x < Math.min(width, rowBytes * 8); x++)
        line[x] = ((dots[row * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      rows.push(line);
    }
    feed(printer.gapRows);
  }

  function code(): void {
    const { size, data } = create(symbol.text, { errorCorrectionLevel: 'M' }).modules;
    const side = size * symbol.moduleDots;
    if (side > width) return;
    const left = isCentred && !printer.codesOnTheLeft ? Math.floor((width - side) / 2) : 0;
    for (let y = 0; y < side; y++) {
      const line = new Uint8Array(width);
      for (let x = 0; x < side; x++)
        line[left + x] =
          data[Math.floor(y / symbol.moduleDots) * size + Math.floor(x / symbol.moduleDots)] ?? 0;
      rows.push(line);
    }
  }

  function symbolCommand(): void {
    const head = take(2);
    if (!head) return;
    const [low = 0, high = 0] = head;
    const values = take(low + 256 * high);
    if (!values) return;
    const [, what, first = 0] = values;
    if (what === 0x43) symbol.moduleDots = first;
    if (what === 0x50) symbol.text = new TextDecoder().decode(values.subarray(3));
    if (what === 0x51) code();
  }

  function command(): void {
    const lead = take(1)?.[0];
    if (lead === dle) {
      const rest = take(2);
      if (rest) obey(rest[0] ?? 0, rest[1] ?? 0);
      return;
    }
    if (lead !== esc && lead !== gs) {
      letters += String.fromCodePoint(lead ?? 0);
      if (letters.length % 32 === 1) feed(lineRows);
      return;
    }
    const what = take(1)?.[0];
    if (what === undefined) return;
    const known = lead === esc ? escapes[what] : groups[what];
    if (known === undefined) throw new Error(`no printer knows ${lead.toString(16)} ${what.toString(16)}`);
    known();
  }

  const escapes: Partial<Record<number, () => void>> = {
    0x40: () => {
      isCentred = false;
      symbol.moduleDots = 3;
    },
    0x61: () => {
      isCentred = take(1)?.[0] === 1;
    },
    0x70: () => {
      if (take(3)) drawerOpenings++;
    },
  };
  const groups: Partial<Record<number, () => void>> = {
    0x21: () => void take(1),
    0x76: () => {
      if (take(1)) image();
    },
    0x56: () => {
      if (!take(2)) return;
      feed(lineRows);
      if (printer.hasKnife) cuts++;
    },
    0x28: () => {
      if (!take(1)) return;
      if (printer.understands.includes('codes')) symbolCommand();
      else letters += '(k';
    },
  };

  while (at < bytes.length) command();
  return {
    width,
    height: rows.length,
    pixels: Uint8Array.from(rows.flatMap((row) => [...row].map((dot) => (dot === 1 ? 0 : 255)))),
    cuts,
    drawerOpenings,
    letters,
    obeyed,
    isTorn,
  };
}
