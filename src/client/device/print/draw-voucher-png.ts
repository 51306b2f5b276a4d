import { qrShape, type QrShape } from './draw-qr.ts';

/** The lines beneath the code, ready to be read: "Luz Marina Ospina", "$50,000", "7K4M-2QXD". */
type QrCaption = { readonly ownerName: string; readonly amount: string; readonly shortCode: string };

const widthPx = 1000;
const family = "Asap, Roboto, 'system-ui', sans-serif";

/** Text lines: weight, wished size and distance of the baseline from the code, in pixels. */
const lines = [
  { of: 'amount', weight: 800, sizePx: 120, baselinePx: 96 },
  { of: 'ownerName', weight: 700, sizePx: 56, baselinePx: 178 },
  { of: 'shortCode', weight: 800, sizePx: 72, baselinePx: 272 },
] as const;
const captionPx = 330;

/** A picture 1000 pixels wide of the QR code of `text` with its quiet zone, and the caption beneath it. */
export async function qrPngBlob(text: string, caption: QrCaption): Promise<Blob> {
  const shape = qrShape(text);
  const dotPx = Math.floor(widthPx / shape.side);
  const codePx = dotPx * shape.side;
  const canvas = Object.assign(document.createElement('canvas'), {
    width: widthPx,
    height: codePx + captionPx,
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
    context.font = `${weight} ${sizePx}px ${family}`;
    const fitted = Math.min(sizePx, (sizePx * room) / context.measureText(caption[of]).width);
    context.font = `${weight} ${fitted}px ${family}`;
    context.fillText(caption[of], widthPx / 2, top + baselinePx, room);
  }
}

/** A canvas does not wait for a web font by itself. Without it the picture is drawn in the system's. */
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

/** `<ownerName>_qr.png`, without the characters that no file system takes. */
export function qrFileName(ownerName: string): string {
  const safe = ownerName.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim();
  return `${safe}_qr.png`;
}
