import { create } from 'qrcode';

/** White modules around a code, without which it may not be read. */
const quietModules = 4;

export type QrShape = {
  /** Modules on a side, the quiet zone included. */
  readonly side: number;
  /** Runs of dark modules: left end, row, length, in modules from the upper left corner. */
  readonly runs: readonly (readonly [x: number, y: number, length: number])[];
};

/** The QR code of `text` at level M: the level read best at the sizes we print. */
export function qrShape(text: string): QrShape {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const runs: [number, number, number][] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (data[row * size + column] === 0) continue;
      const start = column;
      while (column + 1 < size && data[row * size + column + 1] !== 0) column++;
      runs.push([start + quietModules, row + quietModules, column - start + 1]);
    }
  }
  return { side: size + 2 * quietModules, runs };
}
