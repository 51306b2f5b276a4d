import { describe, expect, it } from 'vitest';
import { recordAcceptance } from '#src/operations/acceptance/entry.ts';
import { toAmount, toOpId } from '#src/protocol/brands.ts';
import type { SyncTransaction } from '#src/server/journal/ports/sync-deps.ts';
import {
  author,
  entryContext,
  entryOf,
  marketId,
  paidPaper as paper,
  receiptsIn,
  stallId,
  vouched,
} from '#tests/support/device/sync-entry.ts';

const purchaseOpId = toOpId('bbbbbbbb-0000-4000-8000-000000000001');
const envelope = entryOf('acceptance', { purchaseOpId, limitsVersion: 1, deviceOpen: toAmount(0) });
const { userId, codeQrUuid: voucherId } = envelope.payload;
const line = { id: 'line', kind: 'sale', state: 'review', reason: 'BEYOND_LIMITS', purchaseOpId };
const about = { customerId: userId, stallId, voucherId, deviceId: author.id };
const open = { ...line, ...about, price: toAmount(500), opId: envelope.opId, bodyHash: envelope.hash };

describe("a set-aside sale that a person's decision paid in the lost part", () => {
  const recorded = async (tx: Partial<SyncTransaction>) => {
    const findConflict = () => Promise.resolve(open as never);
    const { context, verbs } = entryContext({ findConflict, lockConflict: findConflict, ...tx });
    const { state } = await recordAcceptance(context, envelope, { ...vouched, isProven: true }, null);
    return [state, verbs()];
  };

  it.each([
    [500, 'accepted', ['insertReceipt', 'updateConflict']],
    [1, 'settled-with-overspend', ['blockVoucher', 'updateConflict', 'insertReceipt']],
    [null, 'in-review', []],
  ] as const)('with %j in its voucher is %s', async (balance, state, wanted) => {
    const owner = { ownerId: userId, personId: userId };
    const voucher = { id: voucherId, ...owner, marketId, balance, blocked: null };
    const tx: Partial<SyncTransaction> = {
      readStall: () => Promise.resolve({ id: stallId, marketId } as never),
      lockVoucher: () => Promise.resolve(balance === null ? null : (voucher as never)),
      postDecidedPurchase: ({ price, taken }) => {
        const missing = toAmount(price - taken);
        return Promise.resolve({ ...paper, ...(missing > 0 ? { missing, reason: 'SPENT_ELSEWHERE' } : {}) });
      },
    };
    expect(await recorded(tx)).toEqual([state, wanted]);
  });

  it('is answered as its manager decides it in that moment', async () => {
    const { opId, hash: bodyHash } = envelope;
    const lockConflict = () => Promise.resolve({ ...open, state: 'resolved' } as never);
    const receipts = receiptsIn([{ opId, bodyHash, refusal: null, answer: { purchase: paper } }]);
    expect(await recorded({ lockConflict, ...receipts })).toEqual(['accepted', []]);
  });
});
