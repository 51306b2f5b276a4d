import { qrShape } from './qr-shape.ts';

export type QrDrawing = {
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

/** The QR code of `text` as a whole SVG document, quiet zone included. */
export function qrSvg(text: string): string {
  const { side, path } = qrDrawing(text);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${path}"/></svg>`
  );
}
