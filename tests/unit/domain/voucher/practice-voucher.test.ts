import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toVoucherId } from '#src/contract/brands.ts';
import { isPracticeVoucher, toPracticeVoucher } from '#src/domain/voucher/practice-voucher.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';

describe('vouchers of practice and of the market', () => {
  it('are told apart by the id alone, for every id that the product makes', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 4 }).map(toVoucherId), (id) => {
        expect(isPracticeVoucher(id)).toBe(false);
        expect(isPracticeVoucher(toPracticeVoucher(id))).toBe(true);
        expect(shortCodeOf(toPracticeVoucher(id))).toMatch(/^PRAC-/);
      }),
      { numRuns: 10_000 },
    );
  });

  it('a market voucher whose short code happens to begin with PRAC is not a practice voucher', () => {
    expect(isPracticeVoucher(toVoucherId('b614c123-4567-4890-8abc-def012345678'))).toBe(false);
  });
});
