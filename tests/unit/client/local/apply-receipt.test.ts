import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { applyAnswers, applyReceipt, applyRefusal, type Answered } from '#src/client/local/apply-receipt.ts';
import { MoneyDb } from '#src/client/local/money-db.ts';
import { toVoucherId, type VoucherId } from '#src/contract/brands.ts';
import {
  receiptOf,
  storeAcceptance,
  storeCustomer,
  storedAt,
  storePurchase,
  storeTopUp,
} from '#tests/support/stored-operations.ts';

const moment = { now: storedAt + 1_000, serverNow: storedAt + 61_000 };

let db: MoneyDb;
let voucherId: VoucherId;
beforeEach(() => {
  db = new MoneyDb(randomUUID());
  voucherId = toVoucherId(randomUUID());
});

const refusal = (code: NonNullable<Answered['refusal']>['code']) => ({ code, message: `no: ${code}` });

describe("the server's answer on a device", () => {
  it('a receipt settles the sale, says the balance as of its own time, and frees what the sale held', async () => {
    const opId = await storePurchase(db, { voucherId });
    const receipt = receiptOf(voucherId, 37_500, storedAt + 500);
    expect(await applyReceipt(db, opId, { kind: 'purchase', receipt }, moment)).toBe(true);
    expect(await db.fates.get(opId)).toMatchObject({
      state: 'accepted',
      lastError: null,
      changedAt: moment.now,
    });
    expect(await db.balances.get(voucherId)).toEqual({ voucherId, balance: 37_500, asOf: storedAt + 500 });
    expect(await db.exposures.count()).toBe(0);
  });

  it('that came before is not applied again, whatever it says the second time', async () => {
    const opId = await storePurchase(db, { voucherId });
    await applyReceipt(db, opId, { kind: 'purchase', receipt: receiptOf(voucherId, 37_500) }, moment);
    expect(await applyRefusal(db, opId, refusal('VOUCHER_BLOCKED'), moment)).toBe(false);
    expect(await db.fates.get(opId)).toMatchObject({ state: 'accepted', message: '' });
    expect((await db.balances.get(voucherId))?.balance).toBe(37_500);
  });

  it.each(['VOUCHER_BLOCKED', 'VOUCHER_EXPIRED', 'VOUCHER_SPENT'] as const)(
    '%s leaves nothing to sell on without a link',
    async (code) => {
      await db.balances.put({ voucherId, balance: 50_000, asOf: storedAt });
      const opId = await storePurchase(db, { voucherId });
      await applyRefusal(db, opId, refusal(code), moment);
      expect(await db.balances.get(voucherId)).toEqual({ voucherId, balance: 0, asOf: moment.serverNow });
      expect(await db.fates.get(opId)).toMatchObject({
        state: 'refused',
        lastError: code,
        message: `no: ${code}`,
      });
    },
  );

  it.each(['INSUFFICIENT_BALANCE', 'UNKNOWN_VOUCHER', 'FORBIDDEN'] as const)(
    '%s says nothing of what is left on the voucher',
    async (code) => {
      await db.balances.put({ voucherId, balance: 50_000, asOf: storedAt });
      await applyRefusal(db, await storePurchase(db, { voucherId }), refusal(code), moment);
      expect((await db.balances.get(voucherId))?.balance).toBe(50_000);
    },
  );

  it('of an overspend empties the voucher, whatever its receipt says', async () => {
    const opId = await storePurchase(db, { voucherId });
    const receipt = { kind: 'purchase' as const, receipt: receiptOf(voucherId, 5_000) };
    await applyAnswers(
      db,
      [{ opId, answered: { state: 'settled-with-overspend', receipt, missing: 4_500 } }],
      moment,
    );
    expect(await db.balances.get(voucherId)).toMatchObject({ balance: 0 });
    expect(await db.fates.get(opId)).toMatchObject({ state: 'settled-with-overspend', missing: 4_500 });
  });

  it('"in review" holds what the sale holds, and is asked for again when it says so', async () => {
    const opId = await storePurchase(db, { voucherId });
    const answered: Answered = { state: 'in-review', reason: 'BEYOND_LIMITS' };
    await applyAnswers(db, [{ opId, answered, nextAttemptAt: 77 }], moment);
    expect(await db.fates.get(opId)).toMatchObject({
      state: 'in-review',
      reason: 'BEYOND_LIMITS',
      nextAttemptAt: 77,
    });
    expect(await db.exposures.count()).toBe(1);
  });

  it('names of a customer go when the registration is accepted, and stay when it is not', async () => {
    const [accepted, refused] = [await storeCustomer(db), await storeCustomer(db)];
    await applyAnswers(db, [{ opId: accepted, answered: { state: 'accepted' } }], moment);
    await applyRefusal(db, refused, refusal('FORBIDDEN'), moment);
    expect((await db.registrations.toArray()).map(({ opId }) => opId)).toEqual([refused]);
  });

  it('goods that went out for a refused sale stay exposed until their acceptance is settled', async () => {
    const opId = await storePurchase(db, { voucherId });
    const acceptance = await storeAcceptance(db, opId);
    await applyRefusal(db, opId, refusal('INSUFFICIENT_BALANCE'), moment);
    expect(await db.exposures.count()).toBe(1);
    await applyAnswers(db, [{ opId: acceptance, answered: { state: 'settled-with-overspend' } }], moment);
    expect(await db.exposures.count()).toBe(0);
  });

  it('that the acceptance was refused leaves an open sale exposed', async () => {
    const opId = await storePurchase(db, { voucherId });
    const acceptance = await storeAcceptance(db, opId);
    await applyRefusal(db, acceptance, refusal('FORBIDDEN'), moment);
    expect(await db.exposures.count()).toBe(1);
  });

  it('of a whole batch is one transaction: where one write fails, nothing of it happened', async () => {
    const [sale, topUp] = [await storePurchase(db, { voucherId }), await storeTopUp(db)];
    const broken = {
      kind: 'purchase' as const,
      receipt: { ...receiptOf(voucherId, 1), createAt: 'never', codeQrUuid: {} as VoucherId },
    };
    await expect(
      applyAnswers(
        db,
        [
          { opId: topUp, answered: { state: 'accepted' } },
          { opId: sale, answered: { state: 'accepted', receipt: broken } },
        ],
        moment,
      ),
    ).rejects.toThrow('DataError');
    expect((await db.fates.toArray()).map(({ state }) => state)).toEqual(['pending', 'pending']);
    expect(await db.exposures.count()).toBe(2);
  });
});
