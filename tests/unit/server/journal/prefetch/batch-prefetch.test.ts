import { describe, expect, it } from 'vitest';
import { purchaseOf } from '#src/operations/purchase/entry.ts';
import { purchaseHash } from '#src/operations/purchase/post.ts';
import { toOpId, toVoucherId, type OpId, type VoucherId } from '#src/protocol/brands.ts';
import { prefetch } from '#src/server/journal/prefetch/batch-prefetch.ts';
import { PrefetchMiss } from '#src/server/journal/prefetch/receipts.ts';
import { receiptBook } from '#src/server/ledger/receipts.ts';
import { author, entryAt, entryOf, paidPaper } from '#tests/support/device/sync-entry.ts';
import { done, entries, plainTransaction } from '#tests/support/server/plain-transaction.ts';

const now = new Date(entryAt);
const [v1, v2] = ['1', '2'].map((n) => toVoucherId(`2468452${n}-0000-4000-8000-000000000000`)) as [
  VoucherId,
  VoucherId,
];

let seq = 0;
const buy = (codeQrUuid: VoucherId, own: object = {}, payload: object = {}) =>
  entryOf('purchase', { by: 'stall', codeQrUuid, ...payload }, { seq: (seq += 1), ...own });
const keyOf = (opId: OpId, bodyHash = 'h') => ({ opId, bodyHash });
const receipt = (opId: OpId) => ({ ...keyOf(opId), refusal: null, answer: {} });
const none = new Map<string, ReadonlySet<OpId>>();

async function open(
  envelopes: object[],
  { plain = {}, withdrawn = none as ReadonlyMap<string, ReadonlySet<OpId>>, own = {} } = {},
) {
  const { tx: below, of } = plainTransaction(plain);
  const batch = await prefetch(below, entries(envelopes, own), { now, withdrawn });
  await batch.postAhead();
  return { ...batch, of };
}
/** Ids posted ahead, by statement. */
const postedAhead = (of: (verb: string) => unknown[][]) =>
  of('postPaidPurchases').map(([all]) => (all as { op: OpId }[]).map(({ op }) => op));

describe('prefetched rows of a transaction', () => {
  it('are not read again, whether found or not', async () => {
    const [known, fresh] = [buy(v1, { after: toOpId('x') }), buy(v2, { after: toOpId('x') })];
    const rows = {
      entry: { opId: known.opId, seq: known.seq },
      receipt: receipt(known.opId),
      line: { opId: known.opId, id: 'line' },
    };
    const { tx, of } = await open([known, fresh], {
      plain: {
        findEntries: () => [rows.entry],
        findEntriesAt: () => [rows.entry, { seq: 900 }],
        readReceipts: () => receiptBook([rows.receipt]),
        findConflicts: () => [rows.line],
        findConflict: () => ({ ...rows.line, state: 'resolved' }),
      },
    });
    expect([await tx.findEntry(known.opId), await tx.findEntry(fresh.opId)]).toEqual([rows.entry, null]);
    expect([await tx.findReceipt(keyOf(known.opId)), await tx.findReceipt(keyOf(fresh.opId))]).toEqual([
      rows.receipt,
      null,
    ]);
    expect(await tx.findEntriesAt(author.id, [known.seq - 1, known.seq])).toEqual([rows.entry]);
    expect(await tx.findEntriesAt(author.id, [fresh.seq + 1])).toEqual([]);
    expect(await tx.findConflict(fresh.opId)).toBeNull();
    expect([of('findEntry'), of('findReceipt'), of('findConflict')]).toEqual([[], [], []]);
    expect(await tx.findConflict(known.opId), 'a line that is there may be another by now').toMatchObject({
      state: 'resolved',
    });
  });

  it('are read when not looked up before', async () => {
    const other = toOpId('other');
    const { tx, of } = await open([buy(v1)]);
    await tx.findEntry(other);
    await tx.findReceipt(keyOf(other));
    await tx.findAcceptance(other);
    await tx.findConflict(other);
    for (const verb of ['findEntry', 'findAcceptance', 'findConflict'])
      expect([verb, of(verb)]).toEqual([verb, [[other]]]);
    expect(of('findReceipt')).toEqual([[keyOf(other)]]);
    await expect(tx.findEntriesAt(author.id, [900])).rejects.toThrow(`numbers of ${author.id}`);
    await expect(tx.findEntriesAt('another-device', [1])).rejects.toThrow('numbers of another-device');
  });
});

describe('purchases posted ahead', () => {
  it('are the first of every voucher in one statement, then the second of each', async () => {
    const [a1, b1, a2] = [buy(v1), buy(v2), buy(v1)];
    const { tx, flush, of } = await open([a1, b1, a2]);
    expect(postedAhead(of)).toEqual([[a1.opId, b1.opId], [a2.opId]]);
    expect(of('postPaidPurchases')[0]).toEqual([[purchaseOf(a1), purchaseOf(b1)], now]);
    for (const one of [a1, b1, a2]) expect(await tx.postPurchase(purchaseOf(one), now)).toEqual(done);
    expect(of('postPurchase')).toEqual([]);
    expect(await tx.findReceipt(keyOf(a1.opId, purchaseHash(a1.payload)))).toMatchObject({
      bodyHash: purchaseHash(a1.payload),
      answer: paidPaper,
    });
    await flush();
  });

  it('stop at a voucher with an unpaid one: those behind it wait for their turn', async () => {
    const [a1, b1, a2, b2] = [buy(v1), buy(v2), buy(v1), buy(v2)];
    const postPaidPurchases = (all: { op: OpId }[]) =>
      new Map(all.flatMap(({ op }) => (op === a1.opId ? [] : [[op, paidPaper] as const])));
    const { of } = await open([a1, b1, a2, b2], { plain: { postPaidPurchases } });
    expect(postedAhead(of)).toEqual([[a1.opId, b1.opId], [b2.opId]]);
  });

  it('roll back the whole transaction when never requested', async () => {
    const [a1, b1] = [buy(v1), buy(v2)];
    const { tx, flush } = await open([a1, b1]);
    await tx.postPurchase(purchaseOf(a1), now);
    await expect(flush()).rejects.toThrow(PrefetchMiss);
    await expect(flush()).rejects.toThrow('1 purchases were posted ahead');
    await tx.postPurchase(purchaseOf(b1), now);
    await flush();
  });

  it('are none when there is only one', async () => {
    expect(postedAhead((await open([buy(v1)])).of)).toEqual([]);
    expect(postedAhead((await open([])).of)).toEqual([]);
    const registration = entryOf('customer', { clientId: 'x', dataHash: 'd' }, { seq: 70 });
    expect((await open([registration])).of('knownVouchers'), 'and no voucher is looked up').toEqual([]);
  });

  it('are none beside a registration, a top-up or its void, which they may need', async () => {
    for (const kind of ['customer', 'top-up', 'top-up-void'] as const) {
      const { of } = await open([
        buy(v1),
        buy(v2),
        { ...entryOf(kind, {}, { seq: 80 }), payload: { uuid: toOpId('elsewhere') } } as never,
      ]);
      expect([kind, postedAhead(of)]).toEqual([kind, []]);
    }
  });

  it('exclude one that is answered before, which would only cost a statement', async () => {
    const [a1, b1] = [buy(v1), buy(v2)];
    const plain = { readReceipts: () => receiptBook([receipt(a1.opId)]) };
    expect(postedAhead((await open([a1, b1], { plain })).of)).toEqual([[b1.opId]]);
  });

  it('exclude those whose seal shows the outcome', async () => {
    const own = { proven: { state: 'accepted' } as const };
    expect(postedAhead((await open([buy(v1), buy(v2)], { own })).of)).toEqual([]);
  });
});
