import { prepareZXingModule, purgeZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

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

/**
 * Returns the text of the one QR code in the picture, or undefined. 10 to 50 ms for 1280 x 720 on a desktop.
 */
export async function decodeQr(picture: ImageData): Promise<string | undefined> {
  await startDecoder();
  const [code] = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
  return code?.isValid ? code.text : undefined;
}

type PictureRead = { kind: 'read'; text: string } | { kind: 'no-code' } | { kind: 'not-a-picture' };

/**
 * Longest side in pixels of each attempt: a phone's photo is sharpest neither at full size nor at a tenth of
 * it.
 */
const longestSides = [1600, 1000, 2400, 600];

/** Reads the QR code of a photo or a downloaded voucher, at several sizes. */
export async function decodePicture(file: Blob): Promise<PictureRead> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return { kind: 'not-a-picture' };
  }
  try {
    for (const longestSide of longestSides) {
      const text = await decodeQr(pixelsOf(bitmap, longestSide));
      if (text !== undefined) return { kind: 'read', text };
    }
    return { kind: 'no-code' };
  } finally {
    bitmap.close();
  }
}

function pixelsOf(bitmap: ImageBitmap, longestSide: number): ImageData {
  const scale = Math.min(longestSide / Math.max(bitmap.width, bitmap.height), 4);
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', {
    willReadFrequently: true,
  });
  if (!context) throw new Error('no 2d canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}
