import { describe, expect, it } from 'vitest';
import { toAmount, toOpId } from '#src/contract/brands.ts';
import { purchaseHash, type Receipt } from '#src/server/ledger/receipts.ts';
import { recordAcceptance } from '#src/server/sync/entries/acceptance.ts';
import type { EntryFacts } from '#src/server/sync/entries/context.ts';
import type { SyncTransaction } from '#src/server/sync/ports/ports.ts';
import {
  author,
  entryAt,
  entryContext,
  entryOf,
  marketId,
  receiptsIn,
  stallId,
  vouched,
} from '#tests/support/device/sync-entry.ts';

const now = new Date(entryAt);
const purchaseOpId = toOpId('bbbbbbbb-0000-4000-8000-000000000001');
const envelope = entryOf('acceptance', { purchaseOpId, limitsVersion: 1, deviceOpen: toAmount(0) });
const paper = {
  codeCompra: 'C-7K4M2QXD',
  nuevoSaldo: 0,
  price: 500,
  estanteName: 'Rosalba',
  userName: 'luz',
  codeQrUuid: envelope.payload.codeQrUuid,
  points: 0,
  createAt: now.toISOString(),
};
const paid: Receipt = {
  opId: purchaseOpId,
  bodyHash: purchaseHash(envelope.payload),
  refusal: null,
  answer: paper,
};
const stall = { id: stallId, marketId } as never;
type Given = {
  receipts?: Receipt[];
  tx?: Partial<SyncTransaction>;
  facts?: Partial<EntryFacts>;
  of?: typeof envelope;
};

async function accept({ receipts = [], tx = {}, facts = {}, of = envelope }: Given = {}) {
  const { context, written } = entryContext({
    ...receiptsIn(receipts),
    readStall: () => Promise.resolve(stall),
    ...tx,
  });
  // Nothing is proven, so a sale that needs judgement is set aside.
  const result = await recordAcceptance(context, of, { ...vouched, ...facts }, null);
  return { result, written };
}
const own = (refusal: Receipt['refusal'], answer = {}) => ({
  opId: envelope.opId,
  bodyHash: envelope.hash,
  refusal,
  answer,
});
const sale = {
  opId: envelope.opId,
  purchaseOpId,
  deviceId: author.id,
  seq: 7,
  contact: 3,
  stallId,
  marketId,
  voucherId: envelope.payload.codeQrUuid,
  customerId: envelope.payload.userId,
  price: 500,
  occurredAt: now,
  recordedAt: now,
};
const journal = (deviceId: string, contact: number) => ({
  findEntry: () => Promise.resolve({ deviceId, contact } as never),
});

describe('goods handed over offline', () => {
  it.each([
    ['in this contact', 3, false],
    ['in a contact before', 2, true],
  ])('for a purchase that was paid %s are paid by it', async (_when, contact, isPaidBefore) => {
    const { result, written } = await accept({ receipts: [paid], tx: journal(author.id, contact) });
    expect(result).toEqual({ opId: envelope.opId, state: 'accepted', purchase: paper });
    expect(written).toMatchObject([
      { verb: 'insertAcceptance', given: [{ ...sale, isPaidBefore, voucherCap: 0, deviceCap: 0 }] },
      { verb: 'insertReceipt', given: [own(null, { purchase: paper }), now] },
    ]);
  });

  it('are already paid when the purchase came alone', async () => {
    const { written } = await accept({ receipts: [paid] });
    expect(written[0]?.given).toMatchObject([{ isPaidBefore: true }]);
  });

  const others: [string, Given][] = [
    ['was accepted under another operation', { tx: { findAcceptance: () => Promise.resolve({} as never) } }],
    ['is of another device', { tx: journal('x', 3) }],
    ['was withdrawn', { receipts: [{ ...paid, refusal: 'WITHDRAWN', answer: {} }] }],
    ['is of another content', { receipts: [{ ...paid, bodyHash: 'x' }] }],
  ];
  it.each(others)('are rejected for a purchase that %s', async (_what, given) => {
    const { result, written } = await accept(given);
    expect(result).toMatchObject({ state: 'refused', refusal: { code: 'KEY_REUSED' } });
    expect(written).toEqual([
      {
        verb: 'insertIncidents',
        given: [[{ deviceId: author.id, kind: 'changed-body', seq: 7, opId: envelope.opId, noticedAt: now }]],
      },
      { verb: 'insertReceipt', given: [own('KEY_REUSED'), now] },
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
      expect(written).toEqual([{ verb: 'insertReceipt', given: [own('FORBIDDEN'), now] }]);
    }
  });

  it.each([
    ['without a purchase', []],
    ['with one that was refused', [{ ...paid, refusal: 'INSUFFICIENT_BALANCE' as const, answer: {} }]],
  ])('%s await a person when something is wrong with them', async (_what, receipts) => {
    const { result, written } = await accept({ receipts });
    expect(result).toEqual({ opId: envelope.opId, state: 'in-review', reason: 'BAD_PROOF' });
    expect(written).toEqual([
      { verb: 'insertAcceptance', given: [{ ...sale, isPaidBefore: false, voucherCap: 0, deviceCap: 0 }] },
      {
        verb: 'insertConflict',
        given: [
          {
            id: 'aaaaaaaa-0000-4000-8000-000000000101',
            kind: 'sale',
            state: 'review',
            reason: 'BAD_PROOF',
            opId: envelope.opId,
            bodyHash: envelope.hash,
            purchaseOpId,
            marketId,
            stallId,
            voucherId: sale.voucherId,
            customerId: sale.customerId,
            price: 500,
            missing: 0,
            deviceId: author.id,
            seq: 7,
            occurredAt: now,
            recordedAt: now,
          },
        ],
      },
    ]);
  });
});
