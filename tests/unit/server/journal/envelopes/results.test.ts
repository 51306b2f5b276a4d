import { describe, expect, it } from 'vitest';
import { toAmount, toOpId } from '#src/protocol/brands.ts';
import {
  acceptanceResult,
  openResult,
  paidResult,
  refusedResult,
} from '#src/server/journal/envelopes/results.ts';
import { paidPaper } from '#tests/support/device/sync-entry.ts';

const opId = toOpId('op');

describe('the result that a device reads', () => {
  it('is a paid sale, and its shortfall with the reason', () => {
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

  it("is a refusal's sentence with its figures", () => {
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

  it('reports an assigned loss without a purchase', () => {
    const receipt = { opId, bodyHash: 'h', refusal: null, answer: { missing: 500 } };
    expect(acceptanceResult(receipt, {})).toEqual({ opId, state: 'settled-with-overspend', missing: 500 });
  });

  it('reports that it waits for its top-up, or for a person', () => {
    const open = (state: string) => openResult({ opId, state, reason: 'BAD_PROOF' } as never);
    expect(open('waiting')).toEqual({ opId, state: 'waiting-top-up', reason: 'BAD_PROOF' });
    for (const state of ['review', 'overspend'])
      expect(open(state)).toEqual({ opId, state: 'in-review', reason: 'BAD_PROOF' });
  });
});
