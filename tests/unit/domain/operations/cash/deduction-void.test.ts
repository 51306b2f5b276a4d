import { expect, it } from 'vitest';
import { decideDeductionVoid } from '#src/domain/operations/cash/deduction-void.ts';

it("returns a deduction to its stall's balance", () => {
  expect(decideDeductionVoid({ amount: 300, isVoided: false, owed: -100 })).toEqual({
    kind: 'post',
    plan: { owedAfter: 200 },
  });
});

it('refuses a deduction that is unknown or already returned', () => {
  expect(decideDeductionVoid(null)).toEqual({ kind: 'refuse', code: 'NOT_FOUND' });
  expect(decideDeductionVoid({ amount: 300, isVoided: true, owed: 0 })).toEqual({
    kind: 'refuse',
    code: 'DEDUCTION_VOIDED',
  });
});
