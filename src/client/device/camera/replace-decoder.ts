import type { Html5Qrcode } from 'html5-qrcode';

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

/**
 * Makes `scanner` call `look` for each frame instead of decoding its preview's small canvas: 93 % of hard codes
 * instead of 49. html5-qrcode knows one code for each frame, so `look` reports its codes itself and html5-qrcode
 * receives none. Throws when html5-qrcode's structure has changed.
 */
export function replaceDecoder(scanner: Html5Qrcode, look: () => Promise<void>): void {
  const target: object = scanner;
  if (!hasDecoder(target)) throw new Error('html5-qrcode no longer keeps its decoder in the field "qrcode"');
  const lookAndGoOn = async (): Promise<never> => {
    await look();
    throw new Error('go on');
  };
  target.qrcode = { decodeAsync: lookAndGoOn, decodeRobustlyAsync: lookAndGoOn };
}
