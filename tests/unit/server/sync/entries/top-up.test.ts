import { describe, expect, it } from 'vitest';
import { toAmount, toOpId, toVoucherId } from '#src/contract/brands.ts';
import { defaultOfflineLimits } from '#src/domain/operations/offline-sale.ts';
import { bodyHash } from '#src/server/ledger/receipts.ts';
import type { EntryContext, EntryFacts } from '#src/server/sync/entries/context.ts';
import { recordOfflineTopUp } from '#src/server/sync/entries/top-up.ts';
import { RetryLater } from '#src/server/sync/envelopes/results.ts';
import type { SyncTransaction } from '#src/server/sync/ports/ports.ts';
import {
  author,
  entryAt,
  entryContext,
  entryOf,
  marketId,
  yamid,
  vouchedAtPoint,
} from '#tests/support/device/sync-entry.ts';

const now = new Date(entryAt);
const uuid = toVoucherId('24684521-0000-4000-8000-000000000000');
const clientId = 'cccccccc-0000-4000-8000-000000000003';
const envelope = {
  ...entryOf('top-up', {}, { occurredAt: new Date(entryAt - 9_000).toISOString() }),
  payload: { monto: toAmount(500), uuid, clientId },
};
const hash = bodyHash('top-up', envelope.payload);
const link = { urlCodeQr: 'u', expiresAt: null };
const paper = { monto: 500 };
const limits = { ...defaultOfflineLimits, kioskVoucher: toAmount(500), kioskTotal: toAmount(900) };

type Given = {
  tx?: Partial<SyncTransaction>;
  context?: Partial<EntryContext>;
  facts?: Partial<EntryFacts>;
  of?: typeof envelope;
  link?: typeof link | null;
};

/** A top-up within the limits, for an existing customer, on its market's kiosk. */
async function record({ tx = {}, context: own = {}, facts = {}, of = envelope, ...rest }: Given = {}) {
  const [made, counted, asked]: [unknown[], unknown[], unknown[]] = [[], [], []];
  const { context, written } = entryContext(
    {
      readTopUpPoint: (id) => Promise.resolve(id === envelope.operatorId ? { marketId } : null),
      isCustomer: (id) => Promise.resolve(id === clientId),
      readLimits: (...given) => (asked.push(given), Promise.resolve(limits)),
      takeUnsigned: (...given) => (counted.push(given), Promise.resolve(true)),
      postTopUp: (given) => {
        made.push(given);
        return Promise.resolve({ kind: 'done', receipt: paper as never, replayed: false });
      },
      ...tx,
    },
    own,
  );
  Object.assign(context.deps, { topUpMax: 700, currencySymbol: 'S/' });
  const entry = { link, registration: null, ...rest };
  const result = await recordOfflineTopUp(context, of, { ...vouchedAtPoint, ...facts }, entry);
  return { result, made, counted, asked, written };
}
const accepted = { opId: envelope.opId, state: 'accepted', topUp: { ...paper, opId: envelope.opId } };
const posted = (isReviewed: boolean) => ({
  op: envelope.opId,
  hash,
  voucher: uuid,
  customer: clientId,
  amount: 500,
  topUpPoint: envelope.operatorId,
  recordedAt: now,
  ...link,
  isReviewed,
});
const none = () => Promise.resolve(null);

describe('a top-up made offline by a kiosk', () => {
  it('is made as the kiosk made it, and counted while no person is signed in there', async () => {
    const { result, made, counted, asked, written } = await record();
    expect(result).toEqual(accepted);
    expect(made).toEqual([posted(false)]);
    expect(counted).toEqual([[author.id, 500, 900]]);
    expect(asked).toEqual([[marketId, null]]);
    expect(written).toEqual([]);
  });

  it('needs the link on its voucher', async () => {
    await expect(record({ link: null })).rejects.toThrow('without its link');
  });

  it('by a signed-in person has no kiosk limits', async () => {
    const { result, counted, asked } = await record({ context: { signedIn: envelope.operatorId } });
    expect([result, counted, asked]).toEqual([accepted, [], []]);
    expect((await record({ context: { signedIn: 'eva' } })).counted).toHaveLength(1);
  });

  it("has default limits without its market's own", async () => {
    const { counted } = await record({ tx: { readLimits: none } });
    expect(counted).toEqual([[author.id, 500, defaultOfflineLimits.kioskTotal]]);
  });

  const review: [string, Given][] = [
    ['DEVICE_REVOKED', { context: { author: { ...author, revokedAt: now } } }],
    ['NOT_OPERATOR', { facts: { operator: null } }],
    ['OPERATOR_INACTIVE', { facts: { operator: { ...yamid, isActive: false } } }],
    ['NOT_OPERATOR', { facts: { operator: { ...yamid, isSuspended: true } } }],
    ['JOURNAL_FORK', { facts: { isFork: true } }],
    ['BEYOND_LIMITS', { of: { ...envelope, payload: { ...envelope.payload, monto: toAmount(701) } } }],
    [
      'BEYOND_LIMITS',
      {
        of: { ...envelope, payload: { ...envelope.payload, monto: toAmount(701) } },
        context: { signedIn: envelope.operatorId },
      },
    ],
    ['BEYOND_LIMITS', { of: { ...envelope, payload: { ...envelope.payload, monto: toAmount(501) } } }],
    ['CUSTOMER_GONE', { tx: { isCustomer: () => Promise.resolve(false) } }],
  ];
  it.each(review)('is set aside and does not use up the limits: %s, %#', async (reason, given) => {
    const { result, made, counted, written } = await record(given);
    expect(result).toEqual({ opId: envelope.opId, state: 'in-review', reason });
    expect([made, counted]).toEqual([[], []]);
    const payload = given.of?.payload ?? envelope.payload;
    expect(written).toEqual([
      {
        verb: 'insertConflict',
        given: [
          {
            id: 'aaaaaaaa-0000-4000-8000-000000000101',
            kind: 'top-up',
            state: 'review',
            reason,
            opId: envelope.opId,
            bodyHash: bodyHash('top-up', payload),
            purchaseOpId: '',
            marketId,
            stallId: envelope.operatorId,
            voucherId: uuid,
            customerId: clientId,
            price: payload.monto,
            missing: 0,
            deviceId: author.id,
            seq: 7,
            occurredAt: new Date(entryAt - 9_000),
            recordedAt: now,
          },
        ],
      },
    ]);
  });

  it("is made up to the maximum, and set aside beyond the kiosk's total", async () => {
    const most = { ...envelope, payload: { ...envelope.payload, monto: toAmount(700) } };
    const context = { signedIn: envelope.operatorId };
    expect((await record({ of: most, context })).result.state).toBe('accepted');
    const { result } = await record({ tx: { takeUnsigned: () => Promise.resolve(false) } });
    expect(result).toMatchObject({ state: 'in-review', reason: 'BEYOND_LIMITS' });
  });

  it('is made when reported before its person was suspended', async () => {
    const operator = { ...yamid, isSuspended: true };
    expect((await record({ facts: { operator, isOfBefore: true } })).result.state).toBe('accepted');
  });

  it("by a person who takes no cash waits, and another market's is refused permanently", async () => {
    const nobody = await record({ tx: { readTopUpPoint: none } });
    expect(nobody.result).toMatchObject({ state: 'again', refusal: { code: 'FORBIDDEN' } });
    expect([nobody.written, nobody.made]).toEqual([[], []]);
    const readTopUpPoint = () => Promise.resolve({ marketId: 'other' });
    const foreign = await record({ tx: { readTopUpPoint } });
    expect(foreign.result).toMatchObject({
      state: 'refused',
      refusal: { code: 'FORBIDDEN', message: expect.stringMatching(/\S/) },
    });
    expect([foreign.written, foreign.made]).toEqual([
      [
        {
          verb: 'insertReceipt',
          given: [{ opId: envelope.opId, bodyHash: hash, refusal: 'FORBIDDEN', answer: {} }, now],
        },
      ],
      [],
    ]);
  });

  it('is still open while under review', async () => {
    const findConflict = () =>
      Promise.resolve({ opId: envelope.opId, state: 'review', reason: 'CUSTOMER_GONE' } as never);
    const { result, made } = await record({ tx: { findConflict } });
    expect(result).toEqual({ opId: envelope.opId, state: 'in-review', reason: 'CUSTOMER_GONE' });
    expect(made).toEqual([]);
  });

  it('waits for the preceding registration', async () => {
    const after = { ...envelope, after: toOpId('registration') };
    const waiting = await record({ of: after }).catch((error: unknown) => error);
    expect(waiting).toBeInstanceOf(RetryLater);
    const { result } = await record({ of: after, facts: { isProven: true } });
    expect(result.state, 'which a seal makes needless').toBe('accepted');
  });

  it('is refused by the ledger with a reason, and with the maximum', async () => {
    const refused = (code: string) => ({
      postTopUp: () => Promise.resolve({ kind: 'refused', code, replayed: false } as never),
    });
    const { result } = await record({ tx: refused('AMOUNT_TOO_LARGE') });
    expect(result).toMatchObject({
      opId: envelope.opId,
      state: 'refused',
      refusal: { code: 'AMOUNT_TOO_LARGE' },
    });
    expect(result.refusal?.message).toMatch(/S\/.*700/);
  });
});

describe("a top-up proved by this server's seal", () => {
  const facts = { isProven: true, operator: null, isFork: true };
  it('is made despite any objection, together with its customer', async () => {
    const { result, made, counted, written } = await record({ facts });
    expect([result, made, counted]).toEqual([accepted, [posted(true)], []]);
    expect(written).toEqual([
      { verb: 'insertCustomer', given: [expect.objectContaining({ id: clientId }), null] },
    ]);
    const elsewhere = { readTopUpPoint: () => Promise.resolve({ marketId: 'other' }) };
    expect((await record({ facts, tx: elsewhere })).result).toEqual(accepted);
    const none_ = await record({ facts, tx: { readTopUpPoint: none } });
    expect(none_.result.state).toBe('again');
  });

  it('closes its line', async () => {
    const line = { id: 'line', opId: envelope.opId, state: 'review', reason: 'CUSTOMER_GONE' };
    const tx = {
      findConflict: () => Promise.resolve(line as never),
      readCustomer: () => Promise.resolve({ id: clientId } as never),
    };
    const { made, written } = await record({ facts, tx });
    expect(made).toHaveLength(1);
    expect(written).toEqual([
      {
        verb: 'updateConflict',
        given: [
          'line',
          {
            state: 'resolved',
            reason: 'CUSTOMER_GONE',
            missing: 0,
            resolution: { assignee: null, note: '', by: null, at: now },
          },
        ],
      },
    ]);
  });
});
