import { crc32, deflateSync } from 'node:zlib';
import { textInPicture } from '#tests/support/browser/qr-frames-read.ts';
import type { PrintedPaper } from './interpret.ts';

/** The text of the code on a paper, as a stall's tablet reads it. */
export function textOnPaper(paper: PrintedPaper): Promise<string> {
  return textInPicture(pngOfPaper(paper));
}

/** White dots around a paper in its picture: the part of the roll that the head does not reach. */
const margin = 32;

/** The paper as a PNG file, for a person and a scanner to look at. */
export function pngOfPaper({ width, height, pixels }: PrintedPaper): Uint8Array {
  const wide = width + 2 * margin;
  const tall = height + 2 * margin;
  const rows = Buffer.alloc(tall * (wide + 1), 255);
  for (let y = 0; y < tall; y++) rows[y * (wide + 1)] = 0;
  for (let y = 0; y < height; y++)
    rows.set(pixels.subarray(y * width, (y + 1) * width), (y + margin) * (wide + 1) + 1 + margin);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(wide, 0);
  head.writeUInt32BE(tall, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
