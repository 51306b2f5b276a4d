import { prepareZXingModule, purgeZXingModule } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { Area, Size } from './frame-area.ts';
import { vouchersAmong, type CodeOf } from './read-gate.ts';
import { readInFrame, readSymbols } from './read-symbols.ts';

/** Served from our own origin and cached by the service worker; the package would use a public CDN. */
const overrides = { locateFile: () => wasmUrl };

/**
 * Loads the decoder (412 kB gzipped once, then from the cache) and resolves when it can read. After a
 * rejection it may be called again.
 */
export async function startDecoder(): Promise<void> {
  try {
    await prepareZXingModule({ overrides, fireImmediately: true });
  } catch (error) {
    purgeZXingModule();
    throw error;
  }
}

/** Returns a function that reads the codes in the frame of a camera's picture. Its canvas is reused. */
export function createFrameReader() {
  const context = newContext();
  return async (picture: CanvasImageSource, size: Size, frame: Area): Promise<string[]> => {
    await startDecoder();
    return readInFrame(size, frame, (area, scale) => draw(context, picture, area, scale));
  };
}

type PictureRead = { kind: 'read'; text: string } | { kind: 'two' | 'foreign' | 'no-code' | 'not-a-picture' };

/**
 * Longest side in pixels of each attempt: a phone's photo is sharpest neither at full size nor at a tenth of
 * it.
 */
const longestSides = [1600, 1000, 2400, 600];

/** Reads the voucher of a photo or a downloaded picture, at several sizes. Other codes beside it do not count. */
export async function decodePicture(file: Blob, codeOf: CodeOf): Promise<PictureRead> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return { kind: 'not-a-picture' };
  }
  await startDecoder();
  const whole = { left: 0, top: 0, width: bitmap.width, height: bitmap.height };
  const context = newContext();
  let isForeign = false;
  try {
    for (const longestSide of longestSides) {
      const scale = Math.min(longestSide / Math.max(bitmap.width, bitmap.height), 4);
      const codes = await readSymbols(draw(context, bitmap, whole, scale));
      const vouchers = vouchersAmong(
        codes.map(({ text }) => text),
        codeOf,
      );
      const [text] = vouchers.values();
      if (text !== undefined) return vouchers.size > 1 ? { kind: 'two' } : { kind: 'read', text };
      isForeign ||= codes.length > 0;
    }
    return { kind: isForeign ? 'foreign' : 'no-code' };
  } finally {
    bitmap.close();
  }
}

function newContext(): CanvasRenderingContext2D {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no 2d canvas');
  return context;
}

/** Returns the pixels of an area, scaled, on white where the picture is transparent. */
function draw(
  context: CanvasRenderingContext2D,
  picture: CanvasImageSource,
  { left, top, ...area }: Area,
  scale: number,
): ImageData {
  const width = Math.max(1, Math.round(area.width * scale));
  const height = Math.max(1, Math.round(area.height * scale));
  Object.assign(context.canvas, { width, height });
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, left, top, area.width, area.height, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}
