import { describe, expect, it } from 'vitest';
import { toAmount, toOpId } from '#src/contract/brands.ts';
import { defaultOfflineLimits } from '#src/domain/operations/offline-sale.ts';
import { partOf, purchaseHash, receiptBook, topUpHash, type Receipt } from '#src/server/ledger/receipts.ts';
import { recordAcceptance } from '#src/server/sync/entries/acceptance.ts';
import type { EntryFacts } from '#src/server/sync/entries/context.ts';
import { payProven, refuseProven, reviewContradiction } from '#src/server/sync/entries/proven.ts';
import type { SyncTransaction } from '#src/server/sync/ports/ports.ts';
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
const purchaseOpId = toOpId('purchase');
const envelope = entryOf('acceptance', { purchaseOpId });
const { userId, codeQrUuid: voucherId } = envelope.payload;
const stall = { id: stallId, marketId };
const voucher = {
  id: voucherId,
  ownerId: userId,
  personId: userId,
  marketId,
  balance: 500,
  blocked: null,
};
type Given = { voucher?: object | null; receipts?: Record<string, object>; tx?: Partial<SyncTransaction> };

/** Rosalba's stall and a voucher of 500; a sale is paid as by the ledger. */
function world({ voucher: own = {}, receipts = {}, tx = {} }: Given = {}) {
  const posted: unknown[] = [];
  const held = receiptBook(Object.values(receipts) as Receipt[]);
  const { context, written } = entryContext({
    lockVoucher: () => Promise.resolve(own && ({ ...voucher, ...own } as never)),
    readStall: () => Promise.resolve(stall as never),
    findReceipt: (key) => Promise.resolve(held.find(key)),
    isAnswered: (opId) => Promise.resolve(held.isAnswered(opId)),
    postDecidedPurchase: (...given) => {
      posted.push(given);
      const missing = toAmount(given[0].price - given[0].taken);
      return Promise.resolve({ ...paper, ...(missing > 0 ? { missing, reason: 'SPENT_ELSEWHERE' } : {}) });
    },
    ...tx,
  });
  return { context, written, posted, held, verbs: () => written.map(({ verb }) => verb) };
}
const proven = { ...vouched, isProven: true };
const overspent = (missing: number) => ({
  opId: envelope.opId,
  state: 'settled-with-overspend',
  purchase: { ...paper, missing, reason: 'SPENT_ELSEWHERE' },
  missing,
  reason: 'SPENT_ELSEWHERE',
});

describe('an accepted sale that a newer copy of this database settled', () => {
  const accept = async (given: Given = {}) => {
    const made = world(given);
    return { result: await recordAcceptance(made.context, envelope, proven, null), ...made };
  };

  it("is paid again without review, within its device's limit", async () => {
    const paid = await accept();
    expect(paid.result).toEqual({ opId: envelope.opId, state: 'accepted', purchase: paper });
    expect(paid.posted).toMatchObject([[{ op: 'purchase', taken: 500, reason: null }, now]]);
    expect(paid.written).toMatchObject([
      {
        verb: 'insertAcceptance',
        given: [
          {
            opId: envelope.opId,
            isPaidBefore: false,
            voucherCap: defaultOfflineLimits.perDevice,
            deviceCap: defaultOfflineLimits.perDevice,
          },
        ],
      },
      { verb: 'insertReceipt', given: [{ opId: envelope.opId, bodyHash: envelope.hash }, now] },
    ]);
    const { result, verbs, written } = await accept({ voucher: { balance: 0 } });
    expect(result).toEqual(overspent(500));
    expect(verbs()).toEqual(['insertAcceptance', 'blockVoucher', 'insertConflict', 'insertReceipt']);
    expect(written[2]?.given).toMatchObject([{ state: 'overspend', bodyHash: envelope.hash, missing: 500 }]);
  });

  it.each([
    ['whose voucher is not back yet waits for it', null, 'waiting', 'UNKNOWN_VOUCHER', 'waiting-top-up'],
    ["on somebody else's voucher is for a person", { ownerId: 'eva' }, 'review', 'BAD_PROOF', 'in-review'],
  ] as const)('%s', async (_what, own, state, reason, said) => {
    const { result, posted, written } = await accept({ voucher: own });
    expect(result).toEqual({ opId: envelope.opId, state: said, reason });
    expect(posted).toEqual([]);
    expect(written).toMatchObject([
      { verb: 'insertAcceptance' },
      { verb: 'insertConflict', given: [{ state, reason, missing: 0, bodyHash: envelope.hash }] },
    ]);
  });

  it("awaits a person when its shortfall exceeds its device's limit (A4)", async () => {
    const lacking = async (before: number) => {
      const readProvenShortfall = () => Promise.resolve(toAmount(before));
      return accept({ voucher: { balance: 0 }, tx: { readProvenShortfall } });
    };
    const { perDevice } = defaultOfflineLimits;
    expect((await lacking(perDevice - 500)).result).toEqual(overspent(500));
    const { result, written } = await lacking(perDevice - 499);
    expect(result).toMatchObject({ state: 'in-review', reason: 'SHORTFALL_LIMIT' });
    expect(written[1]).toMatchObject({ verb: 'insertConflict', given: [{ state: 'review', missing: 0 }] });
  });
});

describe('an accepted sale that was set aside and comes again', () => {
  const line = {
    price: toAmount(500),
    id: 'line',
    kind: 'sale',
    state: 'review',
    reason: 'BEYOND_LIMITS',
    opId: envelope.opId,
    bodyHash: envelope.hash,
    purchaseOpId,
    customerId: userId,
    stallId,
    voucherId,
    deviceId: author.id,
  };
  const again = async (own: object, facts: Partial<EntryFacts> = {}, given: Given = {}) => {
    const open = { ...line, ...own } as never;
    const made = world({
      ...given,
      tx: {
        findConflict: () => Promise.resolve(open),
        insertReceipt: (receipt) => (made.held.keep(receipt), Promise.resolve()),
        ...given.tx,
      },
    });
    return {
      result: await recordAcceptance(made.context, envelope, { ...vouched, ...facts }, null),
      ...made,
    };
  };
  const inReview = { opId: envelope.opId, state: 'in-review', reason: 'BEYOND_LIMITS' };
  const accepted = { opId: envelope.opId, state: 'accepted', purchase: paper };

  it('follows its purchase once that was paid', async () => {
    const bodyHash = purchaseHash(envelope.payload);
    const receipts = { purchase: { opId: purchaseOpId, bodyHash, refusal: null, answer: paper } };
    for (const state of ['review', 'waiting']) {
      const { result, verbs, posted } = await again({ state }, {}, { receipts });
      expect([result, verbs(), posted]).toEqual([accepted, ['updateConflict'], []]);
    }
  });

  it('is still open while under review', async () => {
    const { result, written, posted } = await again({});
    expect([result, written, posted]).toEqual([inReview, [], []]);
  });

  it("is paid when a seal shows a person's decision, and its line is closed", async () => {
    const { result, written, posted } = await again({}, { isProven: true });
    expect([result, posted.length]).toEqual([accepted, 1]);
    expect(written).toMatchObject([{ verb: 'updateConflict', given: ['line', { state: 'resolved' }] }]);
  });

  it('keeps its line when there is a shortfall, and stays open when it cannot be paid', async () => {
    const short = await again({}, { isProven: true }, { voucher: { balance: 1 } });
    expect(short.result).toEqual(overspent(499));
    expect(short.written).toMatchObject([
      { verb: 'blockVoucher' },
      { verb: 'updateConflict', given: ['line', { state: 'overspend', missing: 499 }] },
    ]);
    const { result, written } = await again({}, { isProven: true }, { voucher: null });
    expect([result, written]).toEqual([inReview, []]);
  });

  it('is settled once its voucher arrives, and waits until then', async () => {
    const waiting = { state: 'waiting', reason: 'UNKNOWN_VOUCHER' };
    const lines = (own: object) => ({ lockWaiting: () => Promise.resolve([{ ...line, ...own } as never]) });
    for (const facts of [{}, { isProven: true }]) {
      const { result, verbs } = await again(waiting, facts, { tx: lines(waiting) });
      expect([result, verbs()]).toEqual([accepted, ['updateConflict']]);
    }
    const still = await again(waiting, {}, { voucher: null, tx: lines(waiting) });
    expect(still.result).toEqual({ opId: envelope.opId, state: 'waiting-top-up', reason: 'UNKNOWN_VOUCHER' });
    let looks = 0;
    const findConflict = () =>
      Promise.resolve((looks += 1) === 1 ? ({ ...line, ...waiting } as never) : null);
    const gone = await again(waiting, {}, { voucher: null, tx: { ...lines(waiting), findConflict } });
    expect(gone.result).toMatchObject({ state: 'waiting-top-up' });
    looks = 0;
    const reviewed = () =>
      Promise.resolve({ ...line, ...((looks += 1) === 1 ? waiting : { reason: 'BAD_PROOF' }) } as never);
    const foreign = { voucher: { ownerId: 'eva' }, tx: { ...lines(waiting), findConflict: reviewed } };
    expect((await again(waiting, {}, foreign)).result).toEqual({ ...inReview, reason: 'BAD_PROOF' });
  });
});

describe("a purchase that this server's seal shows as paid", () => {
  const sale = entryOf('purchase', { by: 'stall' }, { occurredAt: new Date(entryAt - 9).toISOString() });
  const pay = async (given: Given = {}) => {
    const made = world(given);
    return { result: await payProven(made.context, sale), ...made };
  };

  const lineId = partOf(sale.opId, 'proven');
  const line = {
    id: 'aaaaaaaa-0000-4000-8000-000000000101',
    kind: 'sale',
    opId: lineId,
    bodyHash: sale.hash,
    purchaseOpId: sale.opId,
    marketId,
    stallId,
    voucherId,
    customerId: userId,
    price: 500,
    deviceId: author.id,
    seq: 7,
    occurredAt: new Date(entryAt - 9),
    recordedAt: now,
  };

  it('is paid by its voucher', async () => {
    const { result, posted, written } = await pay({ voucher: { balance: 900 } });
    expect(result).toEqual({ opId: sale.opId, state: 'accepted', purchase: paper });
    expect(posted).toMatchObject([
      [{ op: sale.opId, hash: purchaseHash(sale.payload), taken: 500, price: 500, reason: null, stall }, now],
    ]);
    expect(written).toMatchObject([
      { verb: 'insertReceipt', given: [{ opId: lineId, bodyHash: sale.hash }, now] },
    ]);
  });

  it('is paid in full when its voucher holds too little: the rest is a line', async () => {
    const { result, posted, written } = await pay({ voucher: { balance: 300 } });
    expect(result).toEqual({ ...overspent(200), opId: sale.opId });
    expect(posted).toMatchObject([[{ taken: 300, reason: 'SPENT_ELSEWHERE' }, now]]);
    expect(written.slice(0, 2)).toEqual([
      { verb: 'blockVoucher', given: [voucherId, now] },
      {
        verb: 'insertConflict',
        given: [{ ...line, state: 'overspend', reason: 'SPENT_ELSEWHERE', missing: 200 }],
      },
    ]);
  });

  it('is a line for a person beyond its device’s limit, and the same one when it comes again', async () => {
    const readProvenShortfall = () => Promise.resolve(defaultOfflineLimits.perDevice);
    const { result, posted, written } = await pay({ voucher: { balance: 0 }, tx: { readProvenShortfall } });
    const inReview = { opId: sale.opId, state: 'in-review', reason: 'SHORTFALL_LIMIT' };
    expect([result, posted]).toEqual([inReview, []]);
    const open = { ...line, state: 'review', reason: 'SHORTFALL_LIMIT', missing: 0 };
    expect(written).toEqual([{ verb: 'insertConflict', given: [open] }]);
    const again = await pay({ tx: { findConflict: () => Promise.resolve(open as never) } });
    expect([again.result, again.written]).toEqual([inReview, []]);
  });

  it('waits for its voucher and its stall', async () => {
    expect((await pay({ voucher: null })).result).toBeNull();
    const none = { readStall: () => Promise.resolve(null) };
    const { result, posted } = await pay({ tx: none });
    expect([result, posted]).toEqual([null, []]);
  });

  const charged: Receipt = {
    opId: sale.opId,
    bodyHash: purchaseHash(sale.payload),
    refusal: null,
    answer: paper,
  };
  const refusedHere: Receipt = { ...charged, refusal: 'VOUCHER_SPENT', answer: {} };
  const refused = { state: 'refused', code: 'INSUFFICIENT_BALANCE' } as const;
  const accepted = { state: 'accepted' } as const;
  const judge = async (own: Receipt, seal: Parameters<typeof reviewContradiction>[3], given: Given = {}) => {
    const made = world(given);
    return { result: await reviewContradiction(made.context, sale, own, seal), ...made };
  };

  it.each([
    ['both were paid', charged, accepted],
    ['both were refused', refusedHere, refused],
    ['the seal names no reason', charged, { state: 'refused' }],
    ['its stall has withdrawn it since', { ...refusedHere, refusal: 'WITHDRAWN' as const }, accepted],
  ] as const)('keeps its result when %s', async (_when, own, seal) => {
    const { result, written } = await judge(own, seal);
    expect([result, written]).toEqual([null, []]);
  });

  it.each([
    ['paid here after its refusal', charged, refused, 'withdrawal', 'refused'],
    ['refused here after its payment', refusedHere, accepted, 'sale', 'in-review'],
  ] as const)(
    'that was %s is one line for a person, and moves nothing',
    async (_what, own, seal, kind, state) => {
      const { result, posted, written } = await judge(own, seal);
      expect([result?.state, posted]).toEqual([state, []]);
      const open = { ...line, kind, state: 'review', reason: 'JOURNAL_FORK', missing: 0 };
      expect(written).toEqual([{ verb: 'insertConflict', given: [open] }]);
      const again = await judge(own, seal, { tx: { findConflict: () => Promise.resolve(open as never) } });
      expect([again.result, again.written]).toEqual([result, []]);
    },
  );

  it('follows its acceptance', async () => {
    const tx = {
      findAcceptance: () => Promise.resolve({ opId: envelope.opId } as never),
      findEntry: () => Promise.resolve({ hash: envelope.hash } as never),
    };
    expect((await judge(charged, refused, { tx })).result).toBeNull();
    expect((await judge(refusedHere, accepted, { tx })).result).toMatchObject({ state: 'again' });
    const { opId, hash: bodyHash } = envelope;
    const receipts = { [opId]: { opId, bodyHash, refusal: null, answer: { purchase: paper } } };
    expect((await judge(refusedHere, accepted, { tx, receipts })).result).toEqual({
      opId: sale.opId,
      state: 'accepted',
      purchase: paper,
    });
  });
});

describe("an operation that this server's seal shows as refused", () => {
  it.each([
    ['purchase', (of: ReturnType<typeof entryOf<'purchase'>>) => purchaseHash(of.payload)],
    ['top-up', (of: ReturnType<typeof entryOf>) => topUpHash(of.payload as never)],
    ['withdrawal', (of: ReturnType<typeof entryOf>) => of.hash],
  ] as ['purchase' | 'top-up', (of: never) => string][])(
    'keeps the fingerprint that it would have: a %s',
    async (kind, hashOf) => {
      const { context, written } = world();
      const of = entryOf(kind);
      expect(await refuseProven(context, of, 'FORBIDDEN')).toMatchObject({
        opId: of.opId,
        state: 'refused',
        refusal: { code: 'FORBIDDEN' },
      });
      expect(written).toEqual([
        {
          verb: 'insertReceipt',
          given: [{ opId: of.opId, bodyHash: hashOf(of as never), refusal: 'FORBIDDEN', answer: {} }, now],
        },
      ]);
    },
  );
});
