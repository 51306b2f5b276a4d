import { describe, expect, it } from 'vitest';
import { recordAcceptance } from '#src/operations/acceptance/entry.ts';
import { toAmount, toOpId } from '#src/protocol/brands.ts';
import type { EntryFacts } from '#src/server/journal/entry-context.ts';
import type { SyncTransaction } from '#src/server/journal/ports/ports.ts';
import { reviewContradiction } from '#src/server/journal/proven.ts';
import { purchaseHash, receiptBook, type Receipt } from '#src/server/ledger/receipts.ts';
import {
  author,
  entryAt,
  entryContext,
  entryOf,
  marketId,
  paidPaper as paper,
  stallId,
  vouched,
} from '#tests/support/device/sync-entry.ts';

const now = new Date(entryAt);
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
  facts?: Partial<EntryFacts>;
  of?: typeof envelope;
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

async function accept(given: Given = {}) {
  const { context, written, verbs } = world(given);
  const facts = { ...vouched, ...given.facts };
  const result = await recordAcceptance(context, given.of ?? envelope, facts, null);
  return { result, written, verbs: verbs() };
}
const own = (refusal: Receipt['refusal']) => ({
  verb: 'insertReceipt',
  given: [{ opId: envelope.opId, bodyHash: envelope.hash, refusal, answer: {} }, now],
});

describe('goods handed over offline', () => {
  const others: [string, Given][] = [
    ['was accepted under another operation', { tx: { findAcceptance: () => Promise.resolve({} as never) } }],
    ['is of another device', { tx: { findEntry: () => Promise.resolve({ deviceId: 'x' } as never) } }],
    ['is of another content', { receipts: [{ ...paid, bodyHash: 'x' }] }],
  ];
  it.each(others)('are rejected for a purchase that %s', async (_what, given) => {
    const { result, written } = await accept(given);
    expect(result).toMatchObject({ state: 'refused', refusal: { code: 'KEY_REUSED' } });
    const incident = { deviceId: author.id, kind: 'changed-body', seq: 7, opId: envelope.opId };
    expect(written).toEqual([
      { verb: 'insertIncidents', given: [[{ ...incident, noticedAt: now }]] },
      own('KEY_REUSED'),
    ]);
  });

  it('are requested again for a stall not known yet, and create no debt for a foreign one', async () => {
    const unknown = await accept({ tx: { readStall: () => Promise.resolve(null) } });
    expect(unknown.result).toMatchObject({ state: 'again', refusal: { code: 'UNKNOWN_STALL' } });
    expect(unknown.written).toEqual([]);
    const foreign = { readStall: () => Promise.resolve({ id: stallId, marketId: 'x' } as never) };
    for (const given of [{ tx: foreign }, { of: { ...envelope, operatorId: 'eva' } }]) {
      const { result, written } = await accept(given);
      expect(result).toMatchObject({ state: 'refused', refusal: { code: 'FORBIDDEN' } });
      expect(written).toEqual([own('FORBIDDEN')]);
    }
  });
});

describe("a set-aside sale that a person's decision paid in the lost part", () => {
  const line = { ...paid, id: 'line', kind: 'sale', state: 'review', reason: 'BEYOND_LIMITS' };
  const about = { purchaseOpId, customerId: userId, stallId, voucherId, deviceId: author.id };
  const open = { ...line, ...about, price: toAmount(500), opId: envelope.opId, bodyHash: envelope.hash };
  const again = (balance: number | null) =>
    accept({
      balance,
      facts: { isProven: true },
      tx: { findConflict: () => Promise.resolve(open as never) },
    });

  it.each([
    [500, 'accepted', ['insertReceipt', 'updateConflict']],
    [1, 'settled-with-overspend', ['blockVoucher', 'updateConflict', 'insertReceipt']],
    [null, 'in-review', []],
  ] as const)('with %j in its voucher is %s', async (balance, state, wanted) => {
    const { result, verbs } = await again(balance);
    expect([result.state, verbs]).toEqual([state, wanted]);
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
