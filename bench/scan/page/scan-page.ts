import { BaseLoggger, Html5QrcodeSupportedFormats } from 'html5-qrcode/esm/core';
import { ZXingHtml5QrcodeDecoder } from 'html5-qrcode/esm/zxing-html5-qrcode-decoder';
import { createFrameReader, startDecoder } from '#src/client/device/camera/decode-qr.ts';
import { damages } from './damage.ts';
import { drawFrame } from './draw-frame.ts';
import { seededRandom } from './seeded-random.ts';

/**
 * One decoder on one frame: right, silent or wrong, and its time, including reading the pixels from the
 * canvas.
 */
export type Outcome = { readonly read: boolean; readonly wrong: boolean; readonly ms: number };
export type Pair = { readonly ours: Outcome; readonly theirs: Outcome };

declare global {
  interface Window {
    measure: (kind: string, text: string, seed: number) => Promise<Pair>;
    kinds: string[];
  }
}

const theirs = new ZXingHtml5QrcodeDecoder(
  [Html5QrcodeSupportedFormats.QR_CODE],
  false,
  new BaseLoggger(false),
);

const readFrame = createFrameReader();

/** The drawn frame as a tablet on its side shows it: what the person fits the code into. */
function frameOver({ width, height }: HTMLCanvasElement) {
  const side = 0.64 * height;
  return { left: (width - side) / 2, top: (height - side) / 2, width: side, height: side };
}

async function outcome(text: string, decode: () => Promise<string | undefined>): Promise<Outcome> {
  const before = performance.now();
  const read = await decode().catch(() => undefined);
  return { read: read === text, wrong: read !== undefined && read !== text, ms: performance.now() - before };
}

window.kinds = Object.keys(damages);
window.measure = async (kind, text, seed) => {
  const random = seededRandom(seed);
  const damage = damages[kind]?.(random);
  if (!damage) throw new Error(`unknown kind ${kind}`);
  const canvas = drawFrame(text, damage, random);
  const ourDecoder = async () => {
    const [read, another] = await readFrame(canvas, canvas, frameOver(canvas));
    return another ?? read;
  };
  const theirDecoder = () => theirs.decodeAsync(canvas).then((result) => result.text);
  await startDecoder();
  // In turns, so that neither always has the warmer machine.
  if (seed % 2 === 0)
    return { ours: await outcome(text, ourDecoder), theirs: await outcome(text, theirDecoder) };
  const second = await outcome(text, theirDecoder);
  return { ours: await outcome(text, ourDecoder), theirs: second };
};
