import { qrDrawing } from '#src/client/device/print/draw-qr.ts';

/** Returns the drawing on screens and printouts as a whole SVG document. */
export function qrSvg(text: string): string {
  const { side, path } = qrDrawing(text);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${path}"/></svg>`
  );
}
