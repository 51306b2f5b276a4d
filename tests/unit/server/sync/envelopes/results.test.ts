import { describe, expect, it } from 'vitest';
import { toAmount, toOpId } from '#src/contract/brands.ts';
import {
  acceptanceResult,
  openResult,
  paidResult,
  refusedResult,
} from '#src/server/sync/envelopes/results.ts';
import { paidPaper } from '#tests/support/device/sync-entry.ts';

const opId = toOpId('op');

describe('what a device reads of an operation', () => {
  it('is a paid sale, and what its voucher did not cover with the reason', () => {
    expect(paidResult(opId, paidPaper)).toEqual({ opId, state: 'accepted', purchase: paidPaper });
    const purchase = { ...paidPaper, missing: toAmount(3), reason: 'SPENT_ELSEWHERE' as const };
    expect(paidResult(opId, purchase)).toEqual({
      opId,
      state: 'settled-with-overspend',
      purchase,
      missing: 3,
      reason: 'SPENT_ELSEWHERE',
    });
    const covered = { ...purchase, missing: toAmount(0) };
    expect(paidResult(opId, covered)).toEqual({
      opId,
      state: 'accepted',
      purchase: covered,
      reason: 'SPENT_ELSEWHERE',
    });
  });

  it('is a refusal in words, with the figures that they name', () => {
    const { refusal, ...rest } = refusedResult(opId, 'INSUFFICIENT_BALANCE', { symbol: 'S/', left: 300 });
    expect(rest).toEqual({ opId, state: 'refused' });
    expect(refusal).toMatchObject({
      opId,
      code: 'INSUFFICIENT_BALANCE',
      message: expect.stringContaining('S/'),
    });
    expect(refusal?.message).toContain('300');
    const receipt = { opId, bodyHash: 'h', refusal: 'INSUFFICIENT_BALANCE', answer: {} } as const;
    expect(acceptanceResult(receipt, { symbol: 'S/', left: 300 })).toEqual({ ...rest, refusal });
  });

  it('is that a loss was assigned without a purchase', () => {
    const receipt = { opId, bodyHash: 'h', refusal: null, answer: { missing: 500 } };
    expect(acceptanceResult(receipt, {})).toEqual({ opId, state: 'settled-with-overspend', missing: 500 });
  });

  it('is that it waits for its top-up, or for a person', () => {
    const open = (state: string) => openResult({ opId, state, reason: 'BAD_PROOF' } as never);
    expect(open('waiting')).toEqual({ opId, state: 'waiting-top-up', reason: 'BAD_PROOF' });
    for (const state of ['review', 'overspend'])
      expect(open(state)).toEqual({ opId, state: 'in-review', reason: 'BAD_PROOF' });
  });
});
