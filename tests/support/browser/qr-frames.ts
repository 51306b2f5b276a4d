import { create } from 'qrcode';
import { usualCamera, type Frame } from './camera.ts';

/** Returns the QR code of `text`, upright and sharp, in the middle of a grey picture. */
export function qrFrame(text: string, { width, height } = usualCamera): Frame {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const side = size + 8;
  const dot = Math.floor((0.8 * Math.min(width, height)) / side);
  const left = Math.floor((width - dot * side) / 2);
  const top = Math.floor((height - dot * side) / 2);
  const luma = new Uint8Array(width * height).fill(119);
  for (let y = 0; y < dot * side; y++) {
    for (let x = 0; x < dot * side; x++) {
      const column = Math.floor(x / dot) - 4;
      const row = Math.floor(y / dot) - 4;
      const inside = column >= 0 && row >= 0 && column < size && row < size;
      const dark = inside && data[row * size + column] === 1;
      luma[(top + y) * width + left + x] = dark ? 16 : 235;
    }
  }
  return { width, height, luma };
}

/** Returns a picture without a code. */
export function emptyFrame({ width, height } = usualCamera): Frame {
  return { width, height, luma: new Uint8Array(width * height).fill(119) };
}
