import { describe, expect, it } from 'vitest';
import { toOpId } from '#src/contract/brands.ts';
import { purchaseHash, type Receipt } from '#src/server/ledger/receipts.ts';
import { recordWithdrawal } from '#src/server/sync/entries/withdrawal.ts';
import type { EntryContext, EntryFacts } from '#src/server/sync/entries/context.ts';
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

const purchaseOpId = toOpId('bbbbbbbb-0000-4000-8000-000000000001');
const envelope = entryOf('withdrawal', { purchaseOpId });
const paid: Receipt = {
  opId: purchaseOpId,
  bodyHash: purchaseHash(envelope.payload),
  refusal: null,
  answer: {
    codeCompra: 'C-7K4M2QXD',
    nuevoSaldo: 0,
    price: 500,
    estanteName: 'Rosalba',
    userName: 'luz',
    codeQrUuid: envelope.payload.codeQrUuid,
    points: 0,
    createAt: new Date(entryAt).toISOString(),
  },
};

async function withdraw(
  receipts: Receipt[],
  given: {
    tx?: Partial<SyncTransaction>;
    facts?: Partial<EntryFacts>;
    context?: Partial<EntryContext>;
    of?: typeof envelope;
  } = {},
) {
  const { context, written, verbs } = entryContext({ ...receiptsIn(receipts), ...given.tx }, given.context);
  const result = await recordWithdrawal(context, given.of ?? envelope, { ...vouched, ...given.facts });
  return { result, written, verbs: verbs() };
}
const now = new Date(entryAt);
const own = (refusal: Receipt['refusal']) => ({
  opId: envelope.opId,
  bodyHash: envelope.hash,
  refusal,
  answer: {},
});

describe('a sale for which nothing was handed over', () => {
  it('that never came is refused for ever, and the withdrawal stands', async () => {
    const { result, written } = await withdraw([]);
    expect(result).toEqual({ opId: envelope.opId, state: 'accepted' });
    const refusal = { opId: purchaseOpId, bodyHash: paid.bodyHash, refusal: 'WITHDRAWN', answer: {} };
    expect(written.map(({ given }) => given)).toEqual([
      [refusal, now],
      [own(null), now],
    ]);
  });

  it('that was refused anyway stays so', async () => {
    const { result, verbs } = await withdraw([{ ...paid, refusal: 'VOUCHER_SPENT' }]);
    expect([result.state, verbs]).toEqual(['accepted', ['insertReceipt']]);
  });

  it('that was paid is taken back', async () => {
    const { result, written } = await withdraw([paid]);
    expect(result.state).toBe('accepted');
    expect(written.map(({ verb }) => verb)).toEqual(['takeBackPurchase', 'insertReceipt']);
    expect(written[0]?.given).toEqual([
      {
        op: envelope.opId,
        movement: 'aaaaaaaa-0000-4000-8000-000000000101',
        code: 'C-7K4M2QXD',
        market: marketId,
        reason: 'Retirada: no se entregó nada',
        actor: stallId,
        recordedAt: now,
      },
    ]);
  });

  const others: [string, Parameters<typeof withdraw>[1], Receipt[]][] = [
    ['accepted', { tx: { findAcceptance: () => Promise.resolve({} as never) } }, []],
    ['of another device', { tx: { findEntry: () => Promise.resolve({ deviceId: 'x' } as never) } }, []],
    ['of another content', {}, [{ ...paid, bodyHash: 'other' }]],
  ];
  it.each(others)('is not one that was %s', async (_what, given, receipts) => {
    const { result, written } = await withdraw(receipts, given);
    expect(result).toMatchObject({ state: 'refused', refusal: { code: 'KEY_REUSED' } });
    expect(written).toEqual([
      {
        verb: 'insertIncident',
        given: [{ deviceId: author.id, kind: 'changed-body', seq: 7, opId: envelope.opId, noticedAt: now }],
      },
      { verb: 'insertReceipt', given: [own('KEY_REUSED'), now] },
    ]);
  });

  it("of the device's own journal is its own", async () => {
    const findEntry = () => Promise.resolve({ deviceId: author.id } as never);
    expect((await withdraw([], { tx: { findEntry } })).result.state).toBe('accepted');
  });

  it.each([
    ['somebody else says it', { of: { ...envelope, operatorId: 'eva' } }, 'FORBIDDEN'],
    ['a revoked device does', { context: { author: { ...author, revokedAt: now } } }, 'DEVICE_REVOKED'],
    ['nobody who may work there does', { facts: { operator: null } }, 'FORBIDDEN'],
    ['a stall that may not sell does', { facts: { operator: { ...rosalba, isActive: false } } }, 'FORBIDDEN'],
  ] as const)('that was paid is not taken back when %s', async (_who, given, code) => {
    const { result, written } = await withdraw([paid], given);
    expect(result).toMatchObject({ state: 'refused', refusal: { code } });
    expect(written).toEqual([{ verb: 'insertReceipt', given: [own(code), now] }]);
  });

  it('waits for its person where the device alone has signed', async () => {
    const { result, verbs } = await withdraw([paid], { facts: { isVouched: false } });
    expect(result).toMatchObject({ state: 'again', refusal: { code: 'SIGN_IN_AGAIN' } });
    expect(verbs).toEqual([]);
    expect((await withdraw([], { facts: { isVouched: false } })).result.state, 'nothing to give back').toBe(
      'accepted',
    );
  });

  it('that our own seal proves asks nobody again', async () => {
    const facts = { isProven: true, isVouched: false, operator: null };
    const context = { author: { ...author, revokedAt: now } };
    expect((await withdraw([paid], { facts, context })).verbs).toEqual(['takeBackPurchase', 'insertReceipt']);
  });
});
