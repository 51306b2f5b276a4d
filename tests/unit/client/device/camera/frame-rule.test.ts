// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { decodedArea, frameInPicture } from '#src/client/device/camera/frame-area.ts';
import { createReadGate, type Judgement } from '#src/client/device/camera/read-gate.ts';
import { toVoucherId } from '#src/protocol/brands.ts';
import { voucherIn, voucherLink } from '#src/protocol/voucher-link.ts';
import { textsInFrame } from '#tests/support/browser/qr-frames-read.ts';
import { codesFrame, type PlacedCode } from '#tests/support/browser/qr-frames.ts';

const linkOf = (digit: string): string => {
  const id = toVoucherId(`${digit.repeat(8)}-0000-4000-8000-000000000000`);
  return `${voucherLink('https://mercado.example', id, id)}#v1.${'Zq9-x_K3'.repeat(10)}`;
};
const [ana, beto] = [linkOf('a'), linkOf('b')];
const sticker = 'https://www.instagram.com/verduras.del.sur';
const picture = { width: 1280, height: 720 };
/** The frame of a tablet held upright, in the picture's pixels. */
const drawn = { left: 440, top: 160, width: 400, height: 400 };

const inMiddle = (text: string): PlacedCode => ({ text, x: 640, y: 360, side: 340 });

async function see(...codes: PlacedCode[]): Promise<Judgement> {
  return createReadGate(voucherIn).judge(await textsInFrame(codesFrame(codes), drawn));
}

describe('the frame over the picture', () => {
  test.each([
    [
      'an upright tablet, which cuts the sides off',
      [0, 100, 800, 1000],
      [200, 400, 400, 400],
      [496, 216, 288],
    ],
    ['a low screen, which cuts off top and bottom', [0, 50, 640, 180], [280, 100, 80, 80], [560, 280, 160]],
    ['a screen of the same shape', [0, 0, 640, 360], [220, 80, 200, 200], [440, 160, 400]],
  ])('is mapped to the picture on %s', (_where, box, frame, [left, top, side]) => {
    expect(frameInPicture(area(frame), area(box), picture)).toEqual({ left, top, width: side, height: side });
  });

  test('is decoded with a fifth more, in whole pixels inside the picture', () => {
    expect(decodedArea(drawn, picture)).toEqual({ left: 400, top: 120, width: 480, height: 480 });
    expect(decodedArea({ left: -5.5, top: 600.5, width: 200, height: 200 }, picture)).toEqual({
      left: 0,
      top: 580,
      width: 215,
      height: 140,
    });
  });
});

/** 16 places along the edge of the picture, for a voucher of this side. */
const edge = (side: number): { x: number; y: number }[] =>
  Array.from({ length: 16 }, (_none, place) => {
    const along = Math.round(((place % 8) * (1280 - side)) / 7 / 2) * 2;
    return { x: along + side / 2, y: place < 8 ? side / 2 : 720 - side / 2 };
  });

describe('two vouchers', () => {
  test.each(edge(150))('the one in the frame is read beside one at $x, $y', async (place) => {
    expect(await see(inMiddle(ana), { text: beto, ...place, side: 150 })).toEqual({
      kind: 'read',
      text: ana,
    });
  });

  test('one outside of the frame alone is not read', async () => {
    expect(await see({ text: beto, x: 200, y: 360, side: 240 })).toEqual({ kind: 'ignored' });
  });

  test('neither is taken when both are in the frame', async () => {
    const codes = [ana, beto].map((text, place) => ({ text, x: 530 + 220 * place, y: 360, side: 200 }));
    expect(await see(...codes)).toEqual({ kind: 'two' });
  });
});

describe('a code that is no voucher', () => {
  test.each([-130, 0, 130].flatMap((x) => [-130, 0, 130].map((y) => ({ x, y }))))(
    'does not hide the voucher beside it: sticker at $x, $y from the middle',
    async ({ x, y }) => {
      // The voucher moves to the other side; a sticker in the middle lies under it.
      const voucher = { text: ana, x: 640 - Math.sign(x) * 80, y: 360 - Math.sign(y) * 80, side: 240 };
      const beside = { text: sticker, x: 640 + x, y: 360 + y, side: 140 };
      expect(await see(beside, voucher)).toEqual({ kind: 'read', text: ana });
    },
  );

  test.each([sticker, 'LOTE2024', 'MESA-0012', '7K4M-2QXD'])('alone is never read: %s', async (text) => {
    expect(await see(inMiddle(text))).toEqual({ kind: 'foreign' });
  });
});

function area([left = 0, top = 0, width = 0, height = 0]: number[]) {
  return { left, top, width, height };
}
