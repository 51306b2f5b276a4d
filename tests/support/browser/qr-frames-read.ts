import { readFileSync } from 'node:fs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Returns the text of the one QR code in a picture file, read like a phone's camera app. */
export async function textInPicture(picture: Uint8Array): Promise<string> {
  const { buffer } = new Uint8Array(readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true });
  const [code] = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
  if (!code) throw new Error('there is no code in the picture');
  return code.text;
}
