import { describe, expect, it } from 'vitest';
import { defaultOfflineLimits } from '#src/operations/acceptance/rule.ts';
import { purchaseHash } from '#src/operations/purchase/post.ts';
import { toOpId } from '#src/protocol/brands.ts';
import type { EntryContext } from '#src/server/journal/entry-context.ts';
import { processEntry } from '#src/server/journal/entry.ts';
import type { ReadyEntry } from '#src/server/journal/envelopes/prepare.ts';
import type { SyncTransaction } from '#src/server/journal/ports/sync-deps.ts';
import type { Receipt } from '#src/server/ledger/receipts.ts';
import {
  author,
  entryAt,
  madeAtPoint,
  entryContext,
  entryOf,
  paidPaper,
  receiptsIn,
  rosalba,
  stallId,
} from '#tests/support/device/sync-entry.ts';

const now = new Date(entryAt);
const sale = entryOf('purchase', { by: 'stall' });
const refusedHere: Receipt = {
  opId: sale.opId,
  bodyHash: purchaseHash(sale.payload),
  refusal: 'VOUCHER_SPENT',
  answer: {},
};
type Given = { tx?: Partial<SyncTransaction>; context?: Partial<EntryContext>; entry?: Partial<ReadyEntry> };

/** A sale that is paid unless the test sets another outcome. */
async function process({ tx = {}, context: own = {}, entry = {} }: Given = {}) {
  const { context, written } = entryContext(
    {
      findEntriesAt: () => Promise.resolve([]),
      insertEntry: () => Promise.resolve(),
      readLimits: () => Promise.resolve(defaultOfflineLimits),
      knownVouchers: (ids) => Promise.resolve(new Set(ids)),
      postPurchase: () => Promise.resolve({ kind: 'done', receipt: paidPaper, replayed: false }),
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
  return { ...(await processEntry(context, ready)), written };
}

describe('one operation of a journal', () => {
  it("under another's id is refused, though that one is still open", async () => {
    const findEntry = () => Promise.resolve({ hash: 'other', isFork: false } as never);
    const { result, written } = await process({ tx: { findEntry } });
    expect(result).toMatchObject({ state: 'refused', refusal: { code: 'KEY_REUSED' } });
    expect(written).toMatchObject([{ verb: 'insertIncidents', given: [[{ kind: 'changed-body' }]] }]);
  });

  it("from before the device's enrolment advances no head", async () => {
    const start = (seq: number, hash: string) => ({ author: { ...author, start: { seq, hash } } });
    expect((await process({ context: start(7, sale.hash) })).author.head.ackSeq).toBe(0);
    expect((await process({ context: start(6, 'p') })).author.head.ackSeq).toBe(7);
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
    postDecidedPurchase: () => Promise.resolve(paidPaper as never),
  };

  it('is the price of a sale that is paid now, and nothing for one that is here or waits', async () => {
    expect(await amountOf(sale, paying)).toBe(500);
    expect(await amountOf(sale)).toBeUndefined();
    const paidHere = receiptsIn([{ ...refusedHere, refusal: null, answer: paidPaper }]);
    expect(await amountOf(sale, { ...paying, ...paidHere })).toBeUndefined();
    const short = {
      ...paying,
      postDecidedPurchase: () => Promise.resolve({ ...paidPaper, missing: 9 } as never),
    };
    expect(await amountOf(sale, short), 'also where something is missing').toBe(500);
    const { recovered } = await process({ tx: paying });
    expect(recovered, 'without a seal nothing comes back').toBeUndefined();
  });

  it("is a kiosk's cash, and the price of an acceptance whose purchase did not come separately", async () => {
    const topUp = { ...entryOf('top-up'), payload: { monto: 900, uuid: 'v', clientId: 'luz' } };
    const link = { urlCodeQr: 'u', expiresAt: null };
    const { recovered } = await process({
      entry: { envelope: topUp as never, proven, link },
      tx: madeAtPoint({ marketId: author.marketId }),
    });
    expect(recovered).toBe(900);
    const acceptance = entryOf('acceptance', { purchaseOpId: toOpId('p') });
    expect(await amountOf(acceptance, paying)).toBe(500);
    const of = (refusal: Receipt['refusal']) =>
      receiptsIn([
        { opId: toOpId('p'), bodyHash: purchaseHash(acceptance.payload), refusal, answer: paidPaper },
      ]);
    expect(await amountOf(acceptance, { ...paying, ...of(null) })).toBeUndefined();
    expect(await amountOf(acceptance, { ...paying, ...of('VOUCHER_SPENT') })).toBe(500);
  });
});
