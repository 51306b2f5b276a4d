import { create } from 'qrcode';
import { usualCamera, type Frame } from './camera.ts';

/** A code in a picture: its centre and its side with the quiet zone, px. */
export type PlacedCode = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly side: number;
};

/** Returns sharp, upright codes on a grey picture; each covers those before it. */
export function codesFrame(codes: readonly PlacedCode[], { width, height } = usualCamera): Frame {
  const luma = new Uint8Array(width * height).fill(119);
  for (const { text, x: centreX, y: centreY, side } of codes) {
    const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
    const modules = size + 8;
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        const column = Math.floor((x * modules) / side) - 4;
        const row = Math.floor((y * modules) / side) - 4;
        const inside = column >= 0 && row >= 0 && column < size && row < size;
        const dark = inside && data[row * size + column] === 1;
        luma[(centreY - side / 2 + y) * width + centreX - side / 2 + x] = dark ? 16 : 235;
      }
    }
  }
  return { width, height, luma };
}

/** Returns the QR code of `text` in the middle of a picture, as large as a drawn frame. */
export function qrFrame(text: string, size = usualCamera): Frame {
  const [x, y] = [size.width / 2, size.height / 2];
  return codesFrame([{ text, x, y, side: 2 * Math.floor(0.32 * size.height) }], size);
}

/** Returns a picture without a code. */
export function emptyFrame({ width, height } = usualCamera): Frame {
  return { width, height, luma: new Uint8Array(width * height).fill(119) };
}
