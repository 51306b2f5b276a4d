import { qrShape } from '#src/client/device/print/draw-qr.ts';
import type { PaperPart } from '#src/client/device/printer/encode-paper.ts';

/** The code of a voucher as a paper of `width` dots has it. It shares no code with the drawing of a whole paper. */
export function codePart(text: string, width: number): PaperPart {
  const { side, runs } = qrShape(text);
  const moduleDots = Math.floor((width * 0.95) / side);
  const rowBytes = Math.ceil(width / 8);
  const height = (side - 8) * moduleDots;
  const bits = new Uint8Array(rowBytes * height);
  for (const [x, y, length] of runs)
    for (let row = 0; row < moduleDots; row++)
      for (let dot = 0; dot < length * moduleDots; dot++) {
        const at = Math.floor((width - height) / 2) + (x - 4) * moduleDots + dot;
        const byte = ((y - 4) * moduleDots + row) * rowBytes + (at >> 3);
        bits[byte] = (bits[byte] ?? 0) | (0x80 >> (at & 7));
      }
  return { kind: 'code', text, moduleDots, dots: { width, height, bits } };
}
