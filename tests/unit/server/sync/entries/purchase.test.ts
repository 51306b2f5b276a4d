import { describe, expect, it } from 'vitest';
import { toOpId } from '#src/contract/brands.ts';
import { purchaseHash, type Receipt } from '#src/server/ledger/receipts.ts';
import type { EntryContext, EntryFacts } from '#src/server/sync/entries/context.ts';
import { recordOfflinePurchase } from '#src/server/sync/entries/purchase.ts';
import { RetryLater } from '#src/server/sync/envelopes/results.ts';
import type { SyncTransaction } from '#src/server/sync/ports/ports.ts';
import {
  author,
  entryAt,
  entryContext,
  entryOf,
  marketId,
  receiptsIn,
  rosalba,
  stallId,
  vouched,
} from '#tests/support/device/sync-entry.ts';

const now = new Date(entryAt);
const sale = entryOf('purchase', { by: 'stall' });
const bought = entryOf('purchase', { by: 'holder' }, { operatorId: '' });
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
type Given = {
  of?: typeof sale;
  receipts?: Partial<Receipt>[];
  tx?: Partial<SyncTransaction>;
  facts?: Partial<EntryFacts>;
  context?: Partial<EntryContext>;
  isKnown?: boolean;
};

async function record({
  of = sale,
  receipts = [],
  tx = {},
  facts = {},
  context: own = {},
  isKnown = true,
}: Given = {}) {
  const posted: unknown[] = [];
  const post = (...given: unknown[]) => {
    posted.push(given);
    return Promise.resolve({ kind: 'done' as const, receipt: paper as never, replayed: false });
  };
  const { context, written } = entryContext(
    {
      ...receiptsIn(receipts),
      knownVouchers: (ids) => Promise.resolve(new Set(isKnown ? ids : [])),
      postPurchase: post,
      ...tx,
    },
    own,
  );
  const result = await recordOfflinePurchase(context, of, { ...vouched, ...facts });
  return { result, posted, written };
}
const refusedWith = (code: string, state = 'refused') => ({
  opId: sale.opId,
  state,
  refusal: { code, message: expect.stringMatching(/\S/) },
});

describe('a purchase in a journal', () => {
  it("is paid as if it had come alone, a stall's in its person's name and a holder's without one", async () => {
    const { result, posted, written } = await record();
    expect(result).toEqual({ opId: sale.opId, state: 'accepted', purchase: paper });
    const { userId, estanteId, codeQrUuid, price } = sale.payload;
    expect(posted).toEqual([
      [
        {
          op: sale.opId,
          hash: purchaseHash(sale.payload),
          voucher: codeQrUuid,
          customer: userId,
          stall: estanteId,
          price,
          actor: stallId,
        },
        now,
      ],
    ]);
    expect(written).toEqual([]);
    const since = new Date(now.getTime() - 6_000);
    const waited = { ...bought, occurredAt: since.toISOString() };
    expect((await record({ of: waited, facts: { operator: null }, isKnown: false })).posted).toMatchObject([
      [{ actor: null, waited: { since } }, now],
    ]);
  });

  it('is refused by the ledger with the balance, when its sentence names it', async () => {
    const left = (given: object) =>
      record({
        tx: {
          postPurchase: () =>
            Promise.resolve({ kind: 'refused', code: 'INSUFFICIENT_BALANCE', replayed: false, ...given }),
        },
      });
    expect((await left({ left: 321 })).result.refusal?.message).toContain('$321');
    expect((await left({})).result.refusal?.message).not.toContain('$');
  });

  const refusals: [string, string, Given][] = [
    ['it is withdrawn in the same contact', 'WITHDRAWN', { context: { withdrawn: new Set([sale.opId]) } }],
    ['its device is revoked', 'DEVICE_REVOKED', { context: { author: { ...author, revokedAt: now } } }],
    ['another stall is named', 'FORBIDDEN', { of: { ...sale, operatorId: 'eva' } }],
    ['its person is no stall', 'FORBIDDEN', { facts: { operator: { ...rosalba, userType: 'RECARGA' } } }],
    ['its stall may not sell', 'FORBIDDEN', { facts: { operator: { ...rosalba, isActive: false } } }],
    [
      'its stall is of another market',
      'FORBIDDEN',
      { facts: { operator: null }, tx: { readStall: () => Promise.resolve({ marketId: 'x' } as never) } },
    ],
  ];
  it.each(refusals)('is refused permanently when %s', async (_when, code, given) => {
    const { result, posted, written } = await record(given);
    expect(result).toMatchObject(refusedWith(code));
    expect(posted).toEqual([]);
    const receipt = { opId: sale.opId, bodyHash: purchaseHash(sale.payload), refusal: code, answer: {} };
    expect(written).toEqual([{ verb: 'insertReceipt', given: [receipt, now] }]);
  });

  const waiting: [string, string, Given][] = [
    ['its stall is not known here', 'NOT_OPERATOR', { facts: { operator: null } }],
    [
      'its stall was never enrolled there',
      'NOT_OPERATOR',
      { facts: { operator: null }, tx: { readStall: () => Promise.resolve({ marketId } as never) } },
    ],
    [
      'its person has to sign in again',
      'SIGN_IN_AGAIN',
      { facts: { operator: { ...rosalba, isSuspended: true } } },
    ],
    ['its voucher is not known', 'UNKNOWN_VOUCHER', { isKnown: false }],
  ];
  const open = { opId: 'of-the-acceptance', state: 'review', reason: 'BAD_PROOF' };
  it.each(waiting)(
    'is requested again while %s, or has the line of its acceptance',
    async (_while, code, given) => {
      const { result, written, posted } = await record(given);
      expect(result).toMatchObject(refusedWith(code, 'again'));
      expect([written, posted]).toEqual([[], []]);
      const line = (change: object) => ({
        ...given,
        tx: {
          ...given.tx,
          findAcceptance: () => Promise.resolve({ opId: toOpId('of-the-acceptance') } as never),
          findConflict: (opId: string) => Promise.resolve({ ...open, opId, ...change } as never),
        },
      });
      expect((await record(line({}))).result).toEqual({
        opId: sale.opId,
        state: 'in-review',
        reason: 'BAD_PROOF',
      });
      expect((await record(line({ state: 'waiting' }))).result.state).toBe('waiting-top-up');
      expect((await record(line({ state: 'resolved' }))).result).toMatchObject(refusedWith(code, 'again'));
    },
  );

  it('is paid when reported before the suspension', async () => {
    const facts = { operator: { ...rosalba, isSuspended: true }, isOfBefore: true };
    expect((await record({ facts })).posted).toHaveLength(1);
  });

  it('follows the operation that it names', async () => {
    const after = toOpId('first');
    await expect(record({ of: { ...sale, after } })).rejects.toThrow(RetryLater);
    expect((await record({ of: { ...sale, after }, receipts: [{ opId: after }] })).posted).toHaveLength(1);
  });

  it("is requested again until its voucher is back when this server's seal proves it", async () => {
    const { result, written } = await record({ facts: { isProven: true } });
    expect(result).toMatchObject(refusedWith('UNKNOWN_VOUCHER', 'again'));
    expect(written).toEqual([]);
  });
});
