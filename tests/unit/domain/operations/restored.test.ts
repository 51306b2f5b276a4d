import { describe, expect, it } from 'vitest';
import { restoreKinds } from '#src/contract/restored/schemas.ts';
import { decideRestoreAnswer, openKinds, refusesConfirmation } from '#src/domain/operations/restored.ts';

const asked = { epoch: 7, answered: ['refunds'] } as const;

describe('the questions for a market after a restore', () => {
  it('are none when nothing was restored, and all three kinds at first', () => {
    expect(openKinds(null)).toEqual([]);
    expect(openKinds({ epoch: 7, answered: [] })).toEqual(restoreKinds);
    expect(openKinds(asked)).toEqual(['payouts', 'joins']);
  });

  it('are answered once per kind, all that are named or none', () => {
    expect(decideRestoreAnswer({ epoch: 7, kinds: ['payouts'] }, asked)).toEqual({
      kind: 'post',
      plan: ['joins'],
    });
    expect(decideRestoreAnswer({ epoch: 7, kinds: ['payouts', 'joins'] }, asked)).toMatchObject({ plan: [] });
    expect(decideRestoreAnswer({ epoch: 7, kinds: ['payouts', 'refunds'] }, asked)).toEqual({
      kind: 'refuse',
      code: 'RESTORE_ANSWERED',
    });
  });

  it('are not answered for another restore than the page showed', () => {
    for (const epoch of [6, 8])
      expect(decideRestoreAnswer({ epoch, kinds: ['payouts'] }, asked)).toMatchObject({
        code: 'RESTORE_ANSWERED',
      });
    expect(decideRestoreAnswer({ epoch: 7, kinds: ['payouts'] }, null).kind).toBe('refuse');
  });
});

describe('a paper of the lost time', () => {
  const refusal = (kind: (typeof restoreKinds)[number], own: object = {}) =>
    refusesConfirmation({ epoch: 7, kind }, { asked, knownAs: null, ...own })?.code ?? null;

  it('may be confirmed while its kind has no answer', () => {
    expect(refusal('payouts')).toBeNull();
    expect(refusal('refunds')).toBe('RESTORE_ANSWERED');
    expect(refusal('joins', { asked: { epoch: 8, answered: [] } })).toBe('RESTORE_ANSWERED');
    expect(refusal('joins', { asked: null })).toBe('RESTORE_ANSWERED');
  });

  it('is confirmed once by its code', () => {
    expect(refusal('payouts', { knownAs: 'payouts' })).toBe('PAYOUT_KNOWN');
    expect(refusal('joins', { knownAs: 'refunds' })).toBe('VOUCHER_REFUNDED');
    expect(refusal('joins', { knownAs: 'joins' })).toBe('VOUCHER_JOINED');
  });
});
