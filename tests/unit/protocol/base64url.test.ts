import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64Url, toBase64Url } from '#src/protocol/base64url.ts';

describe('base64url', () => {
  it("equals Node's encoding, and decodes to the same bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = toBase64Url(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64url'));
        expect(fromBase64Url(text)).toEqual(new Uint8Array(bytes));
      }),
    );
  });

  it.each([
    ['stray bits: another text of the same byte', '_x'],
    ['padding', '_w=='],
    ['the other alphabet', '+/+/'],
    ['a length that no bytes have', 'A'],
    ['white space', ' _w'],
  ])('does not decode %s', (_, text) => {
    expect(fromBase64Url(text)).toBeNull();
  });
});
