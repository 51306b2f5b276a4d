/**
 * Replaces, in the bundle, the decoder that html5-qrcode includes (88 kB gzipped, reads half of what
 * zxing-wasm reads). `replace-decoder.ts` replaces the only object that would call it; vite.config.ts defines
 * the alias.
 */
export const BarcodeFormat: Readonly<Record<string, number>> = {};
export const DecodeHintType: Readonly<Record<string, number>> = {};

/** Called with `new` by code that never runs. */
function NotBundled(): never {
  throw new Error('zxing-js is not part of this build');
}

export {
  NotBundled as BinaryBitmap,
  NotBundled as HTMLCanvasElementLuminanceSource,
  NotBundled as HybridBinarizer,
  NotBundled as MultiFormatReader,
};
