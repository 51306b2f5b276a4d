// @vitest-environment node
import { expect, test } from 'vitest';
import { builtPageForSuite } from '#tests/support/browser/built-page-for-suite.ts';

const text = 'https://mercado.example/code-qr?userId=u1&codeQrId=c1#v1.'.padEnd(263, 'Zq9-x_K3');
const caption = {
  ownerName: 'Luz Marina Ospina',
  amount: '$50,000',
  shortCode: '7K4M-2QXD',
  end: 'Vence el 22/11/2027.',
};

const { page } = builtPageForSuite('tests/unit/client/device/device-page.tsx');

test('the downloaded picture is 1000 pixels wide and reads back', async () => {
  const read = await page.evaluate(
    async ([code, under]) => {
      const png = await window.device.qrPngBlob(code, under);
      const { width } = await createImageBitmap(png);
      return { type: png.type, width, read: await window.device.decodePicture(png) };
    },
    [text, caption] as const,
  );
  expect(read).toEqual({ type: 'image/png', width: 1000, read: { kind: 'read', text } });
});

test.each([0.16, 0.4, 2.6])('a photo of it at %f of its size reads too', async (scale) => {
  const read = await page.evaluate(
    async ([code, under, factor]) => {
      const bitmap = await createImageBitmap(await window.device.qrPngBlob(code, under));
      const canvas = new OffscreenCanvas(bitmap.width * factor, bitmap.height * factor);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      return window.device.decodePicture(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 }));
    },
    [text, caption, scale] as const,
  );
  expect(read).toEqual({ kind: 'read', text });
});

/** Draws codes side by side, one on another's right. */
const sideBySide = (texts: string[]) =>
  page.evaluate(async (codes) => {
    const canvas = new OffscreenCanvas(500 * codes.length, 500);
    for (const [at, code] of codes.entries()) {
      const png = await window.device.qrPngBlob(code, { ownerName: '', amount: '', shortCode: '', end: '' });
      canvas.getContext('2d')?.drawImage(await createImageBitmap(png), 500 * at, 0, 500, 500);
    }
    return window.device.decodePicture(await canvas.convertToBlob());
  }, texts);

test('a voucher counts before a sticker, and of two vouchers neither is taken', async () => {
  const sticker = 'https://www.instagram.com/verduras';
  expect(await sideBySide([sticker, text])).toEqual({ kind: 'read', text });
  expect(await sideBySide([text, text.replace('u1', 'u2')])).toEqual({ kind: 'two' });
  expect(await sideBySide([sticker])).toEqual({ kind: 'foreign' });
});

test('a picture without a code, and a file that is no picture, are reported', async () => {
  const kinds = await page.evaluate(async () => {
    const blank = new OffscreenCanvas(300, 300);
    blank.getContext('2d');
    const picture = await window.device.decodePicture(await blank.convertToBlob());
    const other = await window.device.decodePicture(new Blob(['hola']));
    return [picture.kind, other.kind];
  });
  expect(kinds).toEqual(['no-code', 'not-a-picture']);
});
