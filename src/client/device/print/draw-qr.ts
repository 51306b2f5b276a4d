import { create } from 'qrcode';

type QrDrawing = {
  /** Modules per side including the quiet zone: the `viewBox` is `0 0 side side`. */
  readonly side: number;
  /** The dark modules as the `d` of one path. Draw it black on white with `shape-rendering: crispEdges`. */
  readonly path: string;
};

/** Returns the QR code of `text` as one path for an svg element. */
export function qrDrawing(text: string): QrDrawing {
  const { side, runs } = qrShape(text);
  return { side, path: runs.map(([x, y, length]) => `M${x} ${y}h${length}v1h-${length}z`).join('') };
}

/** White modules around a code, which readers need. */
const quietModules = 4;

type QrShape = {
  /** Modules per side, including the quiet zone. */
  readonly side: number;
  /** Runs of dark modules: left end, row, length, in modules from the upper left corner. */
  readonly runs: readonly (readonly [x: number, y: number, length: number])[];
};

/** Returns the QR code of `text` at level M, which reads best at the printed sizes. */
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

/**
 * Formatted lines below the code: "Luz Marina Ospina", "$50,000", "7K4M-2QXD", and "Vence el 22/11/2027." or
 * nothing.
 */
type QrCaption = {
  readonly ownerName: string;
  readonly amount: string;
  readonly shortCode: string;
  readonly end: string;
};

const widthPx = 1000;
const family = "Asap, Roboto, 'system-ui', sans-serif";

/** Text lines: weight, preferred size and distance of the baseline from the code, in pixels. */
const lines = [
  { of: 'amount', weight: 800, sizePx: 120, baselinePx: 96 },
  { of: 'ownerName', weight: 700, sizePx: 56, baselinePx: 178 },
  { of: 'shortCode', weight: 800, sizePx: 72, baselinePx: 272 },
  { of: 'end', weight: 700, sizePx: 44, baselinePx: 336 },
] as const;
const captionPx = 330;
const endPx = 60;

/** Returns a picture 1000 pixels wide of the QR code of `text` with its quiet zone, and the caption below. */
export async function qrPngBlob(text: string, caption: QrCaption): Promise<Blob> {
  const shape = qrShape(text);
  const dotPx = Math.floor(widthPx / shape.side);
  const codePx = dotPx * shape.side;
  const canvas = Object.assign(document.createElement('canvas'), {
    width: widthPx,
    height: codePx + captionPx + (caption.end === '' ? 0 : endPx),
  });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  drawCode(context, shape, dotPx, Math.floor((widthPx - codePx) / 2));
  await loadFont();
  drawCaption(context, caption, codePx);
  return toPng(canvas);
}

function drawCode(context: CanvasRenderingContext2D, shape: QrShape, dotPx: number, left: number): void {
  for (const [x, y, length] of shape.runs) {
    context.fillRect(left + x * dotPx, y * dotPx, length * dotPx, dotPx);
  }
}

function drawCaption(context: CanvasRenderingContext2D, caption: QrCaption, top: number): void {
  const room = widthPx - 80;
  context.textAlign = 'center';
  for (const { of, weight, sizePx, baselinePx } of lines) {
    if (caption[of] === '') continue;
    context.font = `${weight} ${sizePx}px ${family}`;
    const fitted = Math.min(sizePx, (sizePx * room) / context.measureText(caption[of]).width);
    context.font = `${weight} ${fitted}px ${family}`;
    context.fillText(caption[of], widthPx / 2, top + baselinePx, room);
  }
}

/** A canvas does not wait for a web font. Without it the picture uses the system's. */
async function loadFont(): Promise<void> {
  await document.fonts.load(`800 72px Asap`).catch(() => undefined);
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('the picture could not be made'));
    }, 'image/png');
  });
}

/** Returns `<ownerName>_qr.png` without characters that file systems forbid. */
export function qrFileName(ownerName: string): string {
  const safe = ownerName.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim();
  return `${safe}_qr.png`;
}
