import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toVoucherId } from '#src/contract/brands.ts';
import { isPracticeVoucher, toPracticeVoucher } from '#src/domain/voucher/practice-voucher.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';

describe('practice and market vouchers', () => {
  it('are distinguished by the id alone, for every id that the product generates', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 4 }).map(toVoucherId), (id) => {
        expect(isPracticeVoucher(id)).toBe(false);
        expect(isPracticeVoucher(toPracticeVoucher(id))).toBe(true);
        expect(shortCodeOf(toPracticeVoucher(id))).toMatch(/^PRAC-/);
      }),
      { numRuns: 10_000 },
    );
  });

  it("stay real when a market voucher's short code happens to start with PRAC", () => {
    expect(isPracticeVoucher(toVoucherId('b614c123-4567-4890-8abc-def012345678'))).toBe(false);
  });
});
