import { qrShape } from '#src/client/device/print/draw-qr.ts';

const size = { width: 1280, height: 960 };
/** Side of the voucher's code in the picture, px: it fits in the scanner's frame on a phone and on a desk. */
const codePx = 430;
/** Interval at which the picture changes, ms: a canvas that stays the same delivers no frames. */
const frameMs = 100;

/** Returns the stream of a camera that sees the code of `text`, or only a table. */
export function drawnCamera(text: string | null): MediaStream {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const shape = text === null ? { side: 0, runs: [] } : qrShape(text);
  let turn = 0;
  const draw = (): void => {
    turn += 1;
    drawPicture(canvas, shape, turn % 2 === 0 ? '#8a7357' : '#8b7458');
  };
  draw();
  const stream = canvas.captureStream(1_000 / frameMs);
  const [track] = stream.getVideoTracks();
  const timer = setInterval(() => {
    if (track === undefined || track.readyState === 'ended') clearInterval(timer);
    else draw();
  }, frameMs);
  return stream;
}

function drawPicture(
  canvas: HTMLCanvasElement,
  { side, runs }: ReturnType<typeof qrShape>,
  table: string,
): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const dotPx = Math.floor(codePx / Math.max(side, 1));
  const [left, top] = [(size.width - dotPx * side) / 2, (size.height - dotPx * side) / 2];
  context.fillStyle = table;
  context.fillRect(0, 0, size.width, size.height);
  context.fillStyle = '#fff';
  context.fillRect(left, top, dotPx * side, dotPx * side);
  context.fillStyle = '#000';
  for (const [x, y, length] of runs)
    context.fillRect(left + x * dotPx, top + y * dotPx, length * dotPx, dotPx);
}
