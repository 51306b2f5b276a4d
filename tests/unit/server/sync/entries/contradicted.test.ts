import { describe, expect, it } from 'vitest';
import { toOpId } from '#src/contract/brands.ts';
import { partOf, purchaseHash, type Receipt } from '#src/server/ledger/receipts.ts';
import { contradicted } from '#src/server/sync/entries/contradicted.ts';
import type { SyncTransaction } from '#src/server/sync/ports/ports.ts';
import {
  entryAt,
  entryContext,
  entryOf,
  receiptsIn,
  stallId,
  voidOf,
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
const charged: Receipt = {
  opId: sale.opId,
  bodyHash: purchaseHash(sale.payload),
  refusal: null,
  answer: paper,
};
const refusedHere: Receipt = { ...charged, refusal: 'VOUCHER_SPENT', answer: {} };

async function judge(
  receipts: Receipt[],
  proven: Parameters<typeof contradicted>[3],
  tx: Partial<SyncTransaction> = {},
) {
  const [own] = receipts;
  if (!own) throw new Error('the purchase was judged here');
  const { context, written } = entryContext({ ...receiptsIn(receipts), ...tx });
  return { result: await contradicted(context, sale, own, proven), written };
}
const refused = { state: 'refused', code: 'INSUFFICIENT_BALANCE' } as const;

describe('a result that contradicts its seal', () => {
  it.each([
    ['both were paid', [charged], { state: 'accepted' }],
    ['both were refused', [refusedHere], refused],
    ['the seal says of no reason', [charged], { state: 'refused' }],
    ['its stall has withdrawn it since', [{ ...refusedHere, refusal: 'WITHDRAWN' }], { state: 'accepted' }],
  ] as const)('stays when %s', async (_where, receipts, proven) => {
    expect(await judge([...receipts], proven)).toEqual({ result: null, written: [] });
  });

  it('is given back once when it was charged after a refusal', async () => {
    const { result, written } = await judge([charged], refused);
    expect(result).toMatchObject({ state: 'refused', refusal: { code: 'INSUFFICIENT_BALANCE' } });
    const op = partOf(sale.opId, 'given-back');
    expect(written).toEqual([
      {
        verb: 'postVoid',
        given: [
          voidOf(),
          [{ amount: 500, fromUncovered: 0, points: 0 }],
          {
            op,
            movement: 'aaaaaaaa-0000-4000-8000-000000000101',
            reason: 'Devuelta: el estante ya tenía el rechazo',
            actor: stallId,
            recordedAt: now,
          },
        ],
      },
      { verb: 'insertReceipt', given: [{ opId: op, bodyHash: sale.hash, refusal: null, answer: {} }, now] },
    ]);
    const again = await judge([charged, { ...charged, opId: op, answer: {} }], refused);
    expect(again.result).toEqual(result);
    expect(again.written).toEqual([]);
  });

  it('is not given back when the goods were handed over all the same', async () => {
    const tx = { findAcceptance: () => Promise.resolve({ opId: 'x' } as never) };
    expect(await judge([charged], refused, tx)).toEqual({ result: null, written: [] });
  });

  it('waits for what it needs when it was refused after a payment', async () => {
    const accepted = { state: 'accepted' } as const;
    const { result, written } = await judge([refusedHere], accepted);
    expect(result).toMatchObject({ opId: sale.opId, state: 'again', refusal: { code: 'UNKNOWN_VOUCHER' } });
    expect(written).toEqual([]);
    const tx = { findAcceptance: () => Promise.resolve({ opId: toOpId('of-the-acceptance') } as never) };
    expect((await judge([refusedHere], accepted, tx)).result).toMatchObject({ state: 'again' });
    const settled = {
      opId: toOpId('of-the-acceptance'),
      bodyHash: sale.hash,
      refusal: null,
      answer: { purchase: paper },
    };
    expect((await judge([refusedHere, settled], accepted, tx)).result).toEqual({
      opId: sale.opId,
      state: 'accepted',
      purchase: paper,
    });
  });
});
