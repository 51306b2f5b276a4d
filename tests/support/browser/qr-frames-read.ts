import { readFileSync } from 'node:fs';
import { prepareZXingModule } from 'zxing-wasm/reader';
import type { Area } from '#src/client/device/camera/frame-area.ts';
import { readInFrame, readSymbols } from '#src/client/device/camera/read-symbols.ts';
import type { Frame } from './camera.ts';

async function startDecoder(): Promise<void> {
  const { buffer } = new Uint8Array(readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true });
}

/** Returns the text of the only QR code in a picture file. */
export async function textInPicture(picture: Uint8Array): Promise<string> {
  const [text = '', ...more] = await textsInPicture(picture);
  if (text === '' || more.length > 0) throw new Error('the picture must have one code');
  return text;
}

/** Returns the texts of all QR codes in a picture file. */
export async function textsInPicture(picture: Uint8Array): Promise<string[]> {
  await startDecoder();
  return (await readSymbols(picture)).map(({ text }) => text);
}

/** Returns the texts that the scanner reads when `drawn` is the frame over this picture. */
export async function textsInFrame(frame: Frame, drawn: Area): Promise<string[]> {
  await startDecoder();
  return readInFrame(frame, drawn, (area, scale) => pixelsOf(frame, area, scale));
}

function pixelsOf({ width: across, luma }: Frame, area: Area, scale: number): ImageData {
  const [width, height] = [Math.round(area.width * scale), Math.round(area.height * scale)];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const row = area.top + Math.floor(y / scale);
      const grey = luma[row * across + area.left + Math.floor(x / scale)] ?? 0;
      data.fill(grey, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return { data, width, height, colorSpace: 'srgb' };
}
