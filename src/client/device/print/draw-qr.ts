import { create } from 'qrcode';

type QrDrawing = {
  /** Modules on a side with the quiet zone: the `viewBox` is `0 0 side side`. */
  readonly side: number;
  /** The dark modules, as the `d` of one path. Draw it black on white with `shape-rendering: crispEdges`. */
  readonly path: string;
};

/** The QR code of `text` as one path, for an svg element of one's own. */
export function qrDrawing(text: string): QrDrawing {
  const { side, runs } = qrShape(text);
  return { side, path: runs.map(([x, y, length]) => `M${x} ${y}h${length}v1h-${length}z`).join('') };
}

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
