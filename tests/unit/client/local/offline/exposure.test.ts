import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { OperationStatus } from '#src/client/local/db/operation.ts';
import { releaseExposures, sumIssued, sumPurchases } from '#src/client/local/offline/exposure.ts';
import { toVoucherId, type OpId } from '#src/protocol/brands.ts';
import {
  newId,
  storeAcceptance,
  storePurchase,
  storeTopUp,
} from '#tests/support/market/stored-operations.ts';

let db: MoneyDb;
const voucherId = toVoucherId(randomUUID());
beforeEach(() => {
  db = new MoneyDb(randomUUID());
});

const accept = (...ids: OpId[]) => db.exposures.where('opId').anyOf(ids).modify({ accepted: true });
const state = (opId: OpId, now: OperationStatus['state']) => db.statuses.update(opId, { state: now });
const exposed = async () => new Set((await db.exposures.toArray()).map(({ opId }) => opId));
/** A sale whose goods were handed over: the purchase and its acceptance. */
async function handedOver(): Promise<[OpId, OpId]> {
  const sale = await storePurchase(db);
  return [sale, await storeAcceptance(db, sale)];
}

describe('the exposure of this device', () => {
  it('is summed by voucher and device, open and accepted, without the operation itself', async () => {
    const [first, second] = [
      await storePurchase(db, { voucherId, price: 100 }),
      await storePurchase(db, { voucherId, price: 20 }),
    ];
    const other = await storePurchase(db, { price: 3 });
    const topUp = await storeTopUp(db, { voucherId });
    await accept(first, other, topUp);
    expect(await sumPurchases(db, voucherId, null)).toEqual({
      spentHere: 120,
      acceptedOnVoucher: 100,
      acceptedOnDevice: 103,
    });
    expect(await sumPurchases(db, voucherId, first)).toEqual({
      spentHere: 20,
      acceptedOnVoucher: 0,
      acceptedOnDevice: 3,
    });
    await storeTopUp(db);
    expect([await sumIssued(db, null), await sumIssued(db, topUp), await sumIssued(db, second)]).toEqual([
      50_000, 0, 50_000,
    ]);
  });

  it.each([
    ['accepted', 'pending', true],
    ['settled-with-overspend', 'pending', true],
    ['refused', 'pending', false],
    ['refused', 'in-review', false],
    ['refused', 'refused', true],
    ['refused', 'accepted', true],
    ['pending', 'pending', false],
    ['pending', 'refused', false],
    ['pending', 'settled-with-overspend', true],
    ['in-review', 'accepted', true],
  ] as const)(
    'of a purchase that is %s and its acceptance %s is released: %s',
    async (of, ofAcceptance, isFree) => {
      const [sale, acceptance] = await handedOver();
      await state(sale, of);
      await state(acceptance, ofAcceptance);
      await releaseExposures(db, [sale, sale, newId()]);
      expect((await exposed()).has(sale)).toBe(!isFree);
    },
  );

  it.each(['accepted', 'refused', 'pending'] as const)('of a sale without goods that is %s', async (now) => {
    const sale = await storePurchase(db);
    await state(sale, now);
    await releaseExposures(db, [sale]);
    expect((await exposed()).has(sale)).toBe(now === 'pending');
  });
});
