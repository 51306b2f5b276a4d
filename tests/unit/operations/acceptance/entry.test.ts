import { describe, expect, it } from 'vitest';
import { recordAcceptance } from '#src/operations/acceptance/entry.ts';
import { toAmount, toOpId } from '#src/protocol/brands.ts';
import type { SyncTransaction } from '#src/server/journal/ports/sync-deps.ts';
import { reviewContradiction } from '#src/server/journal/proven.ts';
import { purchaseHash, receiptBook, type Receipt } from '#src/server/ledger/receipts.ts';
import {
  author,
  entryContext,
  entryOf,
  marketId,
  paidPaper as paper,
  stallId,
  vouched,
} from '#tests/support/device/sync-entry.ts';

const purchaseOpId = toOpId('bbbbbbbb-0000-4000-8000-000000000001');
const envelope = entryOf('acceptance', { purchaseOpId, limitsVersion: 1, deviceOpen: toAmount(0) });
const { userId, codeQrUuid: voucherId } = envelope.payload;
const paid: Receipt = {
  opId: purchaseOpId,
  bodyHash: purchaseHash(envelope.payload),
  refusal: null,
  answer: paper,
};
type Given = {
  receipts?: Receipt[];
  tx?: Partial<SyncTransaction>;
  balance?: number | null;
};

/** Rosalba's stall and a voucher of 500, which pays as by the ledger. */
function world({ receipts = [], tx = {}, balance = 500 }: Given = {}) {
  const held = receiptBook(receipts);
  const owner = { ownerId: userId, personId: userId };
  const voucher = { id: voucherId, ...owner, marketId, balance, blocked: null };
  return entryContext({
    findReceipt: (key) => Promise.resolve(held.find(key)),
    isAnswered: (opId) => Promise.resolve(held.isAnswered(opId)),
    readStall: () => Promise.resolve({ id: stallId, marketId } as never),
    lockVoucher: () => Promise.resolve(balance === null ? null : (voucher as never)),
    postDecidedPurchase: ({ price, taken }) => {
      const missing = toAmount(price - taken);
      return Promise.resolve({ ...paper, ...(missing > 0 ? { missing, reason: 'SPENT_ELSEWHERE' } : {}) });
    },
    ...tx,
  });
}

describe("a set-aside sale that a person's decision paid in the lost part", () => {
  const line = { ...paid, id: 'line', kind: 'sale', state: 'review', reason: 'BEYOND_LIMITS' };
  const about = { purchaseOpId, customerId: userId, stallId, voucherId, deviceId: author.id };
  const open = { ...line, ...about, price: toAmount(500), opId: envelope.opId, bodyHash: envelope.hash };
  it.each([
    [500, 'accepted', ['insertReceipt', 'updateConflict']],
    [1, 'settled-with-overspend', ['blockVoucher', 'updateConflict', 'insertReceipt']],
    [null, 'in-review', []],
  ] as const)('with %j in its voucher is %s', async (balance, state, wanted) => {
    const found = () => Promise.resolve(open as never);
    const { context, verbs } = world({ balance, tx: { findConflict: found, lockConflict: found } });
    const result = await recordAcceptance(context, envelope, { ...vouched, isProven: true }, null);
    expect([result.state, verbs()]).toEqual([state, wanted]);
  });

  it('is answered as its manager decides it in that moment', async () => {
    const receipts = [{ ...paid, opId: envelope.opId, bodyHash: envelope.hash, answer: { purchase: paper } }];
    const { context, verbs } = world({
      receipts,
      tx: {
        findConflict: () => Promise.resolve(open as never),
        lockConflict: () => Promise.resolve({ ...open, state: 'resolved' } as never),
      },
    });
    const result = await recordAcceptance(context, envelope, { ...vouched, isProven: true }, null);
    expect([result.state, verbs()]).toEqual(['accepted', []]);
  });
});

describe('a purchase whose result contradicts its seal', () => {
  const sale = entryOf('purchase', { by: 'stall' });
  const charged: Receipt = { ...paid, opId: sale.opId, bodyHash: purchaseHash(sale.payload) };
  const refusedHere: Receipt = { ...charged, refusal: 'VOUCHER_SPENT', answer: {} };
  const refused = { state: 'refused', code: 'INSUFFICIENT_BALANCE' } as const;
  const accepted = { state: 'accepted' } as const;
  const judge = async (
    receipt: Receipt,
    seal: typeof refused | { state: 'accepted' | 'refused' },
    given: Given = {},
  ) => {
    const { context, written } = world(given);
    return { result: await reviewContradiction(context, sale, receipt, seal), written };
  };

  it('keeps its result when the seal names no reason, or its stall has withdrawn it since', async () => {
    const withdrawn = { ...refusedHere, refusal: 'WITHDRAWN' as const };
    for (const one of [judge(charged, { state: 'refused' }), judge(withdrawn, accepted)])
      expect(await one).toEqual({ result: null, written: [] });
  });

  it('follows its acceptance', async () => {
    const tx = {
      findAcceptance: () => Promise.resolve({ opId: envelope.opId } as never),
      findEntry: () => Promise.resolve({ hash: envelope.hash } as never),
    };
    expect((await judge(charged, refused, { tx })).result).toBeNull();
    expect((await judge(refusedHere, accepted, { tx })).result).toMatchObject({ state: 'again' });
    const { opId, hash: bodyHash } = envelope;
    const receipts = [{ opId, bodyHash, refusal: null, answer: { purchase: paper } }];
    const { result } = await judge(refusedHere, accepted, { tx, receipts });
    expect(result).toEqual({ opId: sale.opId, state: 'accepted', purchase: paper });
  });
});
