import { describe, expect, it } from 'vitest';
import { defaultOfflineLimits } from '#src/domain/operations/offline-sale.ts';
import { toAmount, toOpId } from '#src/protocol/brands.ts';
import { purchaseHash, type Receipt } from '#src/server/ledger/receipts.ts';
import type { EntryContext } from '#src/server/sync/entries/context.ts';
import { processEntry } from '#src/server/sync/entry.ts';
import { receiptKeyOf } from '#src/server/sync/envelopes/own-receipt.ts';
import type { ReadyEntry } from '#src/server/sync/envelopes/prepare.ts';
import type { SyncTransaction } from '#src/server/sync/ports/ports.ts';
import {
  author,
  entryAt,
  entryContext,
  entryOf,
  receiptsIn,
  rosalba,
  stallId,
} from '#tests/support/device/sync-entry.ts';

const now = new Date(entryAt);
const sale = entryOf('purchase', { by: 'stall' });
const paper = {
  codeCompra: 'C-7K4M2QXD',
  nuevoSaldo: 0,
  price: 500,
  estanteName: 'Rosalba',
  userName: 'luz',
  codeQrUuid: sale.payload.codeQrUuid,
  points: 0,
  createAt: now.toISOString(),
};
const refusedHere: Receipt = {
  opId: sale.opId,
  bodyHash: purchaseHash(sale.payload),
  refusal: 'VOUCHER_SPENT',
  answer: {},
};
type Given = { tx?: Partial<SyncTransaction>; context?: Partial<EntryContext>; entry?: Partial<ReadyEntry> };

/** A sale that is paid unless the test sets another outcome. */
async function process({ tx = {}, context: own = {}, entry = {} }: Given = {}) {
  const inserted: unknown[] = [];
  const asked: unknown[] = [];
  const { context, written } = entryContext(
    {
      findEntriesAt: (...given) => (asked.push(given), Promise.resolve([])),
      insertEntry: (given) => (inserted.push(given), Promise.resolve()),
      readLimits: () => Promise.resolve(defaultOfflineLimits),
      knownVouchers: (ids) => Promise.resolve(new Set(ids)),
      postPurchase: () => Promise.resolve({ kind: 'done', receipt: paper as never, replayed: false }),
      ...tx,
    },
    own,
  );
  const ready = {
    envelope: sale,
    sig: 'sig',
    operator: null,
    proven: null,
    registration: null,
    ...entry,
  } as unknown as ReadyEntry;
  return { ...(await processEntry(context, ready)), inserted, asked, written };
}
const incident = (kind: string) => ({
  verb: 'insertIncidents',
  given: [[{ deviceId: author.id, kind, seq: 7, opId: sale.opId, noticedAt: now }]],
});

describe('one operation of a journal', () => {
  it('is entered with its signature, and advances its head', async () => {
    const { result, author: after, inserted, asked, written } = await process();
    expect(result).toMatchObject({ state: 'accepted', purchase: paper });
    expect(asked).toEqual([[author.id, [6, 7, 8]]]);
    expect(inserted).toEqual([
      {
        opId: sale.opId,
        deviceId: author.id,
        seq: 7,
        hash: sale.hash,
        prevHash: 'p',
        isFork: false,
        contact: 3,
        envelope: sale,
        sig: 'sig',
        uploadedBy: author.id,
        recordedAt: now,
      },
    ]);
    expect(after.head).toEqual({ ackSeq: 7, headHash: sale.hash, gaps: [[1, 6]], awaiting: [] });
    expect(written).toEqual([]);
  });

  it("under another's id is refused, reported, and not entered", async () => {
    const findEntry = () => Promise.resolve({ hash: 'other', isFork: false } as never);
    const { result, author: after, inserted, written } = await process({ tx: { findEntry } });
    expect(result).toMatchObject({ state: 'refused', refusal: { code: 'KEY_REUSED' } });
    expect([after, inserted, written]).toEqual([author, [], [incident('changed-body')]]);
  });

  it('that is already here is judged again, and its head stays', async () => {
    const findEntry = () => Promise.resolve({ hash: sale.hash, isFork: false } as never);
    const { result, author: after, inserted, written } = await process({ tx: { findEntry } });
    expect(result.state).toBe('accepted');
    expect(after).toBe(author);
    expect([inserted, written]).toEqual([[], []]);
  });

  it('with a taken number, or hashes that do not chain, is reported; a fork advances no head', async () => {
    const at = (seq: number, own: object) => ({
      findEntriesAt: () => Promise.resolve([{ seq, ...own } as never]),
    });
    const fork = await process({ tx: at(7, { hash: 'x', prevHash: 'p' }) });
    expect([fork.author.head, fork.written]).toEqual([author.head, [incident('fork')]]);
    expect(fork.inserted).toMatchObject([{ isFork: true }]);
    const broken = await process({ tx: at(6, { hash: 'x', prevHash: '' }) });
    expect([broken.author.head.ackSeq, broken.written]).toEqual([7, [incident('chain')]]);
  });

  it("from before the device's enrolment advances no head", async () => {
    const context = { author: { ...author, start: { seq: 7, hash: sale.hash } } };
    expect((await process({ context })).author.head.ackSeq).toBe(0);
    const later = { author: { ...author, start: { seq: 6, hash: 'p' } } };
    expect((await process({ context: later })).author.head.ackSeq).toBe(7);
  });

  it('that waits is remembered, until it has an answer', async () => {
    const knownVouchers = () => Promise.resolve(new Set<never>());
    const waiting = await process({ tx: { knownVouchers } });
    expect([waiting.result.state, waiting.author.head.awaiting]).toEqual(['again', [7]]);
    const head = { ...author.head, ackSeq: 7, awaiting: [7, 9] };
    const findEntry = () => Promise.resolve({ hash: sale.hash, isFork: false } as never);
    const { author: after } = await process({ tx: { findEntry }, context: { author: { ...author, head } } });
    expect(after.head.awaiting).toEqual([9]);
  });

  it('of a suspended person stands when the device had reported its number before', async () => {
    const suspendedAt = async (suspendedSeq: number | null) => {
      const operators = [{ ...rosalba, isSuspended: true, suspendedSeq }];
      return (await process({ context: { operators } })).result;
    };
    expect((await suspendedAt(7)).state).toBe('accepted');
    for (const seq of [6, null])
      expect(await suspendedAt(seq)).toMatchObject({ state: 'again', refusal: { code: 'SIGN_IN_AGAIN' } });
  });

  it('that a seal shows as refused is refused here too, once', async () => {
    const entry = { proven: { state: 'refused', code: 'WITHDRAWN' } as const };
    const { result, written } = await process({ entry });
    expect(result).toMatchObject({ state: 'refused', refusal: { code: 'WITHDRAWN' } });
    expect(written).toMatchObject([
      { verb: 'insertReceipt', given: [{ opId: sale.opId, refusal: 'WITHDRAWN' }, now] },
    ]);
    const line = await process({ entry, tx: { findConflict: () => Promise.resolve({} as never) } });
    expect(line.result.state).toBe('accepted');
    const known = await process({ entry, tx: receiptsIn([refusedHere]) });
    expect([known.result.refusal?.code, known.written]).toEqual(['VOUCHER_SPENT', []]);
    const bare = await process({ entry: { proven: { state: 'refused' } } });
    expect(bare.result.state, 'without a reason it is judged').toBe('accepted');
  });
});

describe('a purchase whose result contradicts its seal', () => {
  it('is a line for a person, and stays without a seal', async () => {
    const sealed = await process({ entry: { proven: { state: 'accepted' } }, tx: receiptsIn([refusedHere]) });
    expect(sealed.result).toMatchObject({ state: 'in-review', reason: 'JOURNAL_FORK' });
    expect((await process({ tx: receiptsIn([refusedHere]) })).result).toMatchObject({
      state: 'refused',
      refusal: { code: 'VOUCHER_SPENT' },
    });
  });
});

describe('an answered operation', () => {
  const again = (kind: 'customer' | 'top-up', payload: object, tx: Partial<SyncTransaction> = {}) => {
    const envelope = entryOf(kind, payload);
    const receipt = { ...receiptKeyOf(envelope as never), refusal: null, answer: topUpAnswer };
    return process({ entry: { envelope }, tx: { ...receiptsIn([receipt]), ...tx } });
  };
  const topUpAnswer = {
    _id: 'm',
    identification: '1',
    ownerName: 'luz',
    status: true,
    createAt: now.toISOString(),
    urlCodeQr: 'u',
    message: 'x',
    monto: 900,
    uuid: 'v',
  };

  it('is answered again without being judged', async () => {
    const topUp = await again('top-up', { monto: toAmount(900) });
    expect(topUp.result).toMatchObject({ state: 'accepted', topUp: { monto: 900 } });
    const luz = { id: 'x', ownerName: 'luz', identificacion: '1', createdAt: now };
    const named = await again('customer', { clientId: 'x' }, { readCustomer: () => Promise.resolve(luz) });
    expect(named.result, 'nothing of a name that did not come with it').toEqual({
      opId: expect.any(String),
      state: 'accepted',
    });
    expect([topUp.written, named.written]).toEqual([[], []]);
  });

  it('follows its acceptance, with or without a purchase', async () => {
    const acceptance = entryOf('acceptance', { purchaseOpId: toOpId('p') });
    const said = async (refusal: Receipt['refusal'], answer: Receipt['answer']) => {
      const receipts = receiptsIn([{ ...receiptKeyOf(acceptance), refusal, answer }]);
      return (await process({ entry: { envelope: acceptance }, tx: receipts })).result;
    };
    expect(await said(null, { purchase: paper })).toMatchObject({ state: 'accepted', purchase: paper });
    expect(await said('FORBIDDEN', {})).toMatchObject({ refusal: { code: 'FORBIDDEN' } });
    expect(await said(null, { missing: 300 })).toMatchObject({
      state: 'settled-with-overspend',
      missing: 300,
    });
  });

  it('has one answer: permissions are only checked before it', async () => {
    const context = { author: { ...author, revokedAt: now } };
    const paid = receiptsIn([{ ...refusedHere, refusal: null, answer: paper }]);
    expect((await process({ context, tx: paid })).result.state).toBe('accepted');
  });

  it('of another body is KEY_REUSED, and an incident', async () => {
    const { result, written } = await process({ tx: receiptsIn([{ ...refusedHere, bodyHash: 'other' }]) });
    expect(result).toMatchObject({ state: 'refused', refusal: { code: 'KEY_REUSED' } });
    expect(written).toEqual([incident('changed-body')]);
  });
});

describe('the amount that comes back to a restored database', () => {
  const proven = { state: 'accepted' as const };
  const amountOf = async (envelope: object, tx: Partial<SyncTransaction> = {}) => {
    const { recovered } = await process({ entry: { envelope: envelope as never, proven }, tx });
    return recovered;
  };
  const voucher = { id: sale.payload.codeQrUuid, balance: 500, ownerId: sale.payload.userId };
  const paying = {
    lockVoucher: () => Promise.resolve(voucher as never),
    readStall: () => Promise.resolve({ id: stallId, marketId: author.marketId } as never),
    postDecidedPurchase: () => Promise.resolve(paper as never),
  };

  it('is the price of a sale that is paid now, and nothing for one that is here or waits', async () => {
    expect(await amountOf(sale, paying)).toBe(500);
    expect(await amountOf(sale)).toBeUndefined();
    const paidHere = receiptsIn([{ ...refusedHere, refusal: null, answer: paper }]);
    expect(await amountOf(sale, { ...paying, ...paidHere })).toBeUndefined();
    const short = {
      ...paying,
      postDecidedPurchase: () => Promise.resolve({ ...paper, missing: 9 } as never),
    };
    expect(await amountOf(sale, short), 'also where something is missing').toBe(500);
    const { recovered } = await process({ tx: paying });
    expect(recovered, 'without a seal nothing comes back').toBeUndefined();
  });

  it("is a kiosk's cash, and the price of an acceptance whose purchase did not come separately", async () => {
    const topUp = { ...entryOf('top-up'), payload: { monto: 900, uuid: 'v', clientId: 'luz' } };
    const made = { readTopUpPoint: () => Promise.resolve({ marketId: author.marketId }) };
    const postTopUp = () => Promise.resolve({ kind: 'done', receipt: {}, replayed: true } as never);
    const link = { urlCodeQr: 'u', expiresAt: null };
    const { recovered } = await process({
      entry: { envelope: topUp as never, proven, link },
      tx: { ...made, postTopUp },
    });
    expect(recovered).toBe(900);
    const acceptance = entryOf('acceptance', { purchaseOpId: toOpId('p') });
    expect(await amountOf(acceptance, paying)).toBe(500);
    const of = (refusal: Receipt['refusal']) =>
      receiptsIn([{ opId: toOpId('p'), bodyHash: purchaseHash(acceptance.payload), refusal, answer: paper }]);
    expect(await amountOf(acceptance, { ...paying, ...of(null) })).toBeUndefined();
    expect(await amountOf(acceptance, { ...paying, ...of('VOUCHER_SPENT') })).toBe(500);
  });

  it('is 0 for an operation that moves no money', async () => {
    const customer = entryOf('customer', { clientId: 'x', dataHash: 'd' });
    expect(await amountOf(customer)).toBeUndefined();
    const withdrawal = entryOf('withdrawal', { purchaseOpId: toOpId('p'), price: toAmount(500) });
    expect(await amountOf(withdrawal)).toBeUndefined();
  });
});
