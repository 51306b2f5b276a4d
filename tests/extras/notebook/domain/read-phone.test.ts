import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPhone } from '#src/extras/notebook/domain/read-phone.ts';
import { untidyPhone } from '#tests/extras/notebook/sheet-rows.ts';

describe('a phone in a sheet', () => {
  it('has ten digits in every style', () => {
    fc.assert(
      fc.property(fc.nat(9_999_999), fc.nat(4), (n, hand) => {
        expect(readPhone(untidyPhone(n, hand))).toEqual({ phone: untidyPhone(n, 0) });
      }),
    );
  });

  it.each([
    ['3105550', { digits: 7 }],
    ['+57 (310) 555-0101', { phone: '3105550101' }],
    ['no tiene', { digits: 0 }],
    ['--', null],
  ])('%s', (text, read) => {
    expect(readPhone(text)).toEqual(read);
  });
});
