import { describe, expect, it } from 'vitest';
import { toOpId, toPoints } from '#src/contract/brands.ts';
import { type VoidFacts } from '#src/domain/operations/void.ts';
import { partOf, purchaseHash, type Receipt } from '#src/server/ledger/receipts.ts';
import type { EntryContext, EntryFacts } from '#src/server/sync/entries/context.ts';
import { recordWithdrawal } from '#src/server/sync/entries/withdrawal.ts';
import type { SyncTransaction } from '#src/server/sync/ports/ports.ts';
import {
  heldPoints,
  author,
  entryAt,
  entryContext,
  entryOf,
  marketId,
  receiptsIn,
  rosalba,
  stallId,
  voidOf,
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

describe('a sale whose goods were not handed over', () => {
  it('that never arrived is refused permanently, and the withdrawal is accepted', async () => {
    const { result, written } = await withdraw([]);
    expect(result).toEqual({ opId: envelope.opId, state: 'accepted' });
    const refusal = { opId: purchaseOpId, bodyHash: paid.bodyHash, refusal: 'WITHDRAWN', answer: {} };
    expect(written.map(({ given }) => given)).toEqual([
      [refusal, now],
      [own(null), now],
    ]);
  });

  it('that was already refused stays so, whatever a seal from before a restore shows later', async () => {
    const { result, written } = await withdraw([{ ...paid, refusal: 'VOUCHER_SPENT' }]);
    expect(result.state).toBe('accepted');
    const { bodyHash } = paid;
    const kept = { opId: partOf(purchaseOpId, 'nothing-handed-over'), bodyHash, refusal: null, answer: {} };
    expect(written.map(({ given }) => given)).toEqual([
      [kept, now],
      [own(null), now],
    ]);
  });

  it('that was withdrawn before leaves nothing more', async () => {
    const { result, verbs } = await withdraw([{ ...paid, refusal: 'WITHDRAWN' }]);
    expect([result.state, verbs]).toEqual(['accepted', ['insertReceipt']]);
  });

  it('that was paid is voided, and the audit log names the person', async () => {
    const { result, written } = await withdraw([paid]);
    expect(result.state).toBe('accepted');
    expect(written.map(({ verb }) => verb)).toEqual(['postVoid', 'writeDecision', 'insertReceipt']);
    const reason = 'Retirada: no se entregó nada';
    expect(written[0]?.given.slice(1)).toEqual([
      { price: 500, fromUncovered: 0, points: 0 },
      {
        op: envelope.opId,
        movement: 'aaaaaaaa-0000-4000-8000-000000000101',
        actor: stallId,
        recordedAt: now,
        reason,
      },
    ]);
    expect(written[1]?.given).toMatchObject([
      { kind: 'purchase-voided', actor: { id: stallId, deviceId: author.id }, marketId, after: { reason } },
    ]);
  });

  it('that was voided meanwhile needs nothing', async () => {
    const loadVoid = () => Promise.resolve(voidOf({ isVoided: true }));
    const { result, verbs } = await withdraw([paid], { tx: { loadVoid } });
    expect([result.state, verbs]).toEqual(['accepted', ['insertReceipt']]);
  });

  const others: [string, Parameters<typeof withdraw>[1], Receipt[]][] = [
    ['accepted', { tx: { findAcceptance: () => Promise.resolve({} as never) } }, []],
    ['of another device', { tx: { findEntry: () => Promise.resolve({ deviceId: 'x' } as never) } }, []],
    ['of another content', {}, [{ ...paid, bodyHash: 'other' }]],
  ];
  it.each(others)('cannot be withdrawn when it was %s', async (_what, given, receipts) => {
    const { result, written } = await withdraw(receipts, given);
    expect(result).toMatchObject({ state: 'refused', refusal: { code: 'KEY_REUSED' } });
    expect(written).toEqual([
      {
        verb: 'insertIncidents',
        given: [[{ deviceId: author.id, kind: 'changed-body', seq: 7, opId: envelope.opId, noticedAt: now }]],
      },
      { verb: 'insertReceipt', given: [own('KEY_REUSED'), now] },
    ]);
  });

  it("must be in the device's own journal", async () => {
    const findEntry = () => Promise.resolve({ deviceId: author.id } as never);
    expect((await withdraw([], { tx: { findEntry } })).result.state).toBe('accepted');
  });

  it.each<[string, Parameters<typeof withdraw>[1]]>([
    ['another device', { of: { ...envelope, operatorId: 'eva' } }],
    ['a device of another market', { tx: { loadVoid: () => Promise.resolve(null) } }],
  ])('is refused when %s reports it', async (_who, given) => {
    const { result, written } = await withdraw([paid], given);
    expect(result).toMatchObject({ state: 'refused', refusal: { code: 'FORBIDDEN' } });
    expect(written).toEqual([{ verb: 'insertReceipt', given: [own('FORBIDDEN'), now] }]);
  });

  const loading = (stall: Partial<NonNullable<VoidFacts['stall']>>, points = 0) => ({
    tx: {
      loadVoid: () => {
        const own = { isSameDay: true, payable: 500, points: heldPoints(points), ...stall };
        return Promise.resolve(voidOf({ points: toPoints(points), stall: own }));
      },
    },
  });
  it.each([
    ['a revoked device says it', { context: { author: { ...author, revokedAt: now } } }, 'DEVICE_REVOKED'],
    ['nobody who may work there does', { facts: { operator: null } }, 'NOT_OPERATOR'],
    [
      'a stall that may not sell does',
      { facts: { operator: { ...rosalba, isActive: false } } },
      'OPERATOR_INACTIVE',
    ],
    ['a suspended person does', { facts: { operator: { ...rosalba, isSuspended: true } } }, 'NOT_OPERATOR'],
    ['its stall was paid for it', loading({ payable: 499 }), 'PAID_OUT'],
    ['the points of the sale were redeemed', loading({}, 5), 'POINTS_SPENT'],
    ['its day is over', loading({ isSameDay: false }), 'TOO_LATE'],
    [
      'it was written before the last contact',
      { tx: { readNotBefore: () => Promise.resolve(new Date(entryAt + 300_001)) } },
      'TIME_IMPLAUSIBLE',
    ],
  ] as [string, NonNullable<Parameters<typeof withdraw>[1]>, string][])(
    'that was paid is a line for a person where %s',
    async (_who, given, reason) => {
      const { result, written } = await withdraw([paid], given);
      expect(result).toEqual({ opId: envelope.opId, state: 'in-review', reason });
      expect(written).toMatchObject([
        {
          verb: 'insertConflict',
          given: [{ kind: 'withdrawal', state: 'review', reason, purchaseOpId, price: 500, missing: 0 }],
        },
      ]);
    },
  );

  it("stays a line until this server's seal shows its outcome", async () => {
    const line = { id: 'line', opId: envelope.opId, state: 'review', reason: 'PAID_OUT' } as never;
    const tx = { findConflict: () => Promise.resolve(line) };
    const { result, verbs } = await withdraw([paid], { tx });
    expect([result, verbs]).toEqual([{ opId: envelope.opId, state: 'in-review', reason: 'PAID_OUT' }, []]);
    const proven = await withdraw([paid], { tx, facts: { isProven: true } });
    expect(proven.verbs).toEqual(['postVoid', 'writeDecision', 'updateConflict', 'insertReceipt']);
  });

  it('gets no receipt for a missing purchase while its person may come back', async () => {
    const operator = { ...rosalba, isSuspended: true };
    const { result, verbs } = await withdraw([], { facts: { operator } });
    expect(result).toMatchObject({ state: 'again', refusal: { code: 'SIGN_IN_AGAIN' } });
    expect(verbs).toEqual([]);
  });

  it("proved by this server's seal needs no person, and is not limited by later payments", async () => {
    const asked: unknown[] = [];
    const facts = { isProven: true, operator: null };
    const context = { author: { ...author, revokedAt: now } };
    const loadVoid: SyncTransaction['loadVoid'] = (given) => (
      asked.push(given),
      Promise.resolve(voidOf({ stall: null }))
    );
    const { verbs } = await withdraw([paid], { facts, context, tx: { loadVoid } });
    expect(verbs).toEqual(['postVoid', 'writeDecision', 'insertReceipt']);
    const timeZone = 'America/Bogota';
    expect(asked).toMatchObject([{ code: 'C-7K4M2QXD', stall: null, market: marketId, timeZone }]);
  });
});
