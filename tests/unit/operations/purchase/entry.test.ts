import { describe, expect, it } from 'vitest';
import { recordOfflinePurchase } from '#src/operations/purchase/entry.ts';
import { toOpId } from '#src/protocol/brands.ts';
import type { EntryContext, EntryFacts } from '#src/server/journal/entry-context.ts';
import type { SyncTransaction } from '#src/server/journal/ports/ports.ts';
import { purchaseHash } from '#src/server/ledger/receipts.ts';
import {
  author,
  entryAt,
  entryContext,
  entryOf,
  marketId,
  rosalba,
  vouched,
} from '#tests/support/device/sync-entry.ts';

const now = new Date(entryAt);
const sale = entryOf('purchase', { by: 'stall' });
type Given = {
  of?: typeof sale;
  tx?: Partial<SyncTransaction>;
  facts?: Partial<EntryFacts>;
  context?: Partial<EntryContext>;
};

/** A sale that nothing pays: a posting would fail the test. */
async function record({ of = sale, tx = {}, facts = {}, context: own = {} }: Given = {}) {
  const { context, written } = entryContext(tx, own);
  const result = await recordOfflinePurchase(context, of, { ...vouched, ...facts });
  return { result, written };
}
const refusedWith = (code: string, state: string) => ({ opId: sale.opId, state, refusal: { code } });
const standing = (own: object) => ({ operator: { ...rosalba, ...own } });
const stallOf = (market: string) => ({
  readStall: () => Promise.resolve({ marketId: market } as never),
});

describe('a purchase in a journal', () => {
  const refusals: [string, string, Given][] = [
    ['it is withdrawn in the same contact', 'WITHDRAWN', { context: { withdrawn: new Set([sale.opId]) } }],
    ['its device is revoked', 'DEVICE_REVOKED', { context: { author: { ...author, revokedAt: now } } }],
    ['another stall is named', 'FORBIDDEN', { of: { ...sale, operatorId: 'eva' } }],
    ['its person is no stall', 'FORBIDDEN', { facts: standing({ userType: 'RECARGA' }) }],
    ['its stall may not sell', 'FORBIDDEN', { facts: standing({ isActive: false }) }],
    ['its stall is of another market', 'FORBIDDEN', { facts: { operator: null }, tx: stallOf('x') }],
  ];
  it.each(refusals)('is refused permanently when %s', async (_when, code, given) => {
    const { result, written } = await record(given);
    expect(result).toMatchObject(refusedWith(code, 'refused'));
    const receipt = { opId: sale.opId, bodyHash: purchaseHash(sale.payload), refusal: code, answer: {} };
    expect(written).toEqual([{ verb: 'insertReceipt', given: [receipt, now] }]);
  });

  const waiting: [string, string, Given][] = [
    ['its stall is not known here', 'NOT_OPERATOR', { facts: { operator: null } }],
    [
      'its stall was never enrolled there',
      'NOT_OPERATOR',
      { facts: { operator: null }, tx: stallOf(marketId) },
    ],
    ['its person has to sign in again', 'SIGN_IN_AGAIN', { facts: standing({ isSuspended: true }) }],
    ['its voucher is not known', 'UNKNOWN_VOUCHER', {}],
  ];
  it.each(waiting)(
    'is requested again while %s, or has the line of its acceptance',
    async (_while, code, given) => {
      const again = refusedWith(code, 'again');
      expect(await record(given)).toMatchObject({ result: again, written: [] });
      const withLine = async (state: string) => {
        const opId = toOpId('of-the-acceptance');
        const tx = {
          findAcceptance: () => Promise.resolve({ opId } as never),
          findConflict: () => Promise.resolve({ opId, state, reason: 'BAD_PROOF' } as never),
        };
        return (await record({ ...given, tx: { ...given.tx, ...tx } })).result;
      };
      const { opId } = sale;
      expect(await withLine('review')).toEqual({ opId, state: 'in-review', reason: 'BAD_PROOF' });
      expect((await withLine('waiting')).state).toBe('waiting-top-up');
      expect(await withLine('resolved')).toMatchObject(again);
    },
  );
});
