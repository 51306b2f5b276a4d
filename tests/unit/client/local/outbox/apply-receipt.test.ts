import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { applyAnswers, type Answered } from '#src/client/local/outbox/apply-receipt.ts';
import { type OpId, toAmount, toVoucherId, type VoucherId } from '#src/protocol/brands.ts';
import {
  newId,
  receiptOf,
  storeAcceptance,
  storeCustomer,
  storedAt,
  storePurchase,
  storeTopUp,
} from '#tests/support/market/stored-operations.ts';

const moment = { now: storedAt + 1_000, serverNow: storedAt + 61_000 };

let db: MoneyDb;
let voucherId: VoucherId;
beforeEach(() => {
  db = new MoneyDb(randomUUID());
  voucherId = toVoucherId(randomUUID());
});

const refusal = (code: NonNullable<Answered['refusal']>['code']) => ({ code, message: `no: ${code}` });
const apply = async (opId: OpId, answered: Answered) =>
  (await applyAnswers(db, [{ opId, answered }], moment)).has(opId);
const refuse = (opId: OpId, said: NonNullable<Answered['refusal']>) =>
  apply(opId, { state: 'refused', refusal: said });

describe("the server's answer on a device", () => {
  it("settles the sale with a receipt, stores the balance as of its own time, and frees the sale's exposure", async () => {
    const opId = await storePurchase(db, { voucherId });
    const receipt = receiptOf(voucherId, 37_500, storedAt + 500);
    expect(await apply(opId, { state: 'accepted', receipt: { purchase: receipt } })).toBe(true);
    expect(await db.statuses.get(opId)).toMatchObject({
      state: 'accepted',
      lastError: null,
      changedAt: moment.now,
    });
    expect(await db.balances.get(voucherId)).toEqual({ voucherId, balance: 37_500, asOf: storedAt + 500 });
    expect(await db.exposures.count()).toBe(0);
  });

  it('that came before is not applied again, whatever the second one says', async () => {
    const opId = await storePurchase(db, { voucherId });
    await apply(opId, { state: 'accepted', receipt: { purchase: receiptOf(voucherId, 37_500) } });
    expect(await refuse(opId, refusal('VOUCHER_BLOCKED'))).toBe(false);
    expect(await db.statuses.get(opId)).toMatchObject({ state: 'accepted', message: '' });
    expect((await db.balances.get(voucherId))?.balance).toBe(37_500);
  });

  it('INSUFFICIENT_BALANCE stores its balance, and nothing when an older server omits it', async () => {
    await db.balances.put({ voucherId, balance: 50_000, asOf: storedAt });
    const said = { ...refusal('INSUFFICIENT_BALANCE'), left: toAmount(3_000) };
    await refuse(await storePurchase(db, { voucherId }), said);
    expect(await db.balances.get(voucherId)).toEqual({ voucherId, balance: 3_000, asOf: moment.serverNow });
  });

  it.each(['INSUFFICIENT_BALANCE', 'UNKNOWN_VOUCHER', 'FORBIDDEN'] as const)(
    '%s says nothing about the remaining balance',
    async (code) => {
      await db.balances.put({ voucherId, balance: 50_000, asOf: storedAt });
      await refuse(await storePurchase(db, { voucherId }), refusal(code));
      expect((await db.balances.get(voucherId))?.balance).toBe(50_000);
    },
  );

  it('VOUCHER_SPENT empties the voucher', async () => {
    await db.balances.put({ voucherId, balance: 50_000, asOf: storedAt });
    await refuse(await storePurchase(db, { voucherId }), refusal('VOUCHER_SPENT'));
    expect(await db.balances.get(voucherId)).toMatchObject({ balance: 0, asOf: moment.serverNow });
  });

  it('of an overspend empties the voucher, whatever its receipt says', async () => {
    const opId = await storePurchase(db, { voucherId });
    const receipt = { purchase: receiptOf(voucherId, 5_000) };
    await apply(opId, { state: 'settled-with-overspend', receipt, missing: 4_500 });
    expect(await db.balances.get(voucherId)).toMatchObject({ balance: 0 });
    expect(await db.statuses.get(opId)).toMatchObject({ state: 'settled-with-overspend', missing: 4_500 });
  });

  it('"in review" keeps the sale\'s exposure, and is queried again as scheduled', async () => {
    const opId = await storePurchase(db, { voucherId });
    const answered: Answered = { state: 'in-review', reason: 'BEYOND_LIMITS' };
    await applyAnswers(db, [{ opId, answered, nextAttemptAt: 77 }], moment);
    expect(await db.statuses.get(opId)).toMatchObject({
      state: 'in-review',
      reason: 'BEYOND_LIMITS',
      nextAttemptAt: 77,
    });
    expect(await db.exposures.count()).toBe(1);
  });

  it('frees the exposure of a refused sale when its goods are settled, not before', async () => {
    const sale = await storePurchase(db, { voucherId });
    const acceptance = await storeAcceptance(db, sale);
    await refuse(sale, refusal('VOUCHER_SPENT'));
    expect(await db.exposures.count()).toBe(1);
    await apply(acceptance, { state: 'settled-with-overspend' });
    expect(await db.exposures.count()).toBe(0);
  });

  it("deletes a customer's names when the registration is accepted, and keeps them otherwise", async () => {
    const [accepted, refused] = [await storeCustomer(db), await storeCustomer(db)];
    await apply(accepted, { state: 'accepted' });
    await refuse(refused, refusal('FORBIDDEN'));
    expect((await db.registrations.toArray()).map(({ opId }) => opId)).toEqual([refused]);
  });

  it('of a batch frees each settled exposure, and skips missing and unreadable operations', async () => {
    const newer = await storePurchase(db, { voucherId });
    await db.envelopes.put({ v: 9, opId: newer, seq: 1 });
    const topUp = await storeTopUp(db);
    await applyAnswers(
      db,
      [
        { opId: newId(), answered: { state: 'refused', refusal: refusal('VOUCHER_SPENT') } },
        { opId: newer, answered: { state: 'settled-with-overspend' } },
        { opId: topUp, answered: { state: 'refused', refusal: refusal('VOUCHER_BLOCKED') } },
      ],
      moment,
    );
    expect([await db.exposures.count(), await db.balances.count()]).toEqual([0, 0]);
    expect((await db.statuses.get(newer))?.state).toBe('settled-with-overspend');
    expect(await db.statuses.count()).toBe(2);
  });

  describe('the sealed proof of an answer', () => {
    const seal = { epoch: 2, position: 7, kid: 'k', mac: 'm' };
    const sealed = async (opId: OpId, answered: Answered) => {
      await apply(opId, { ...answered, seal });
      return db.sealed.get(opId);
    };

    it.each(['accepted', 'settled-with-overspend', 'refused'] as const)(
      'is stored when it is %s',
      async (state) => {
        const opId = await storePurchase(db, { voucherId });
        const envelope = await db.envelopes.get(opId);
        const answered = state === 'refused' ? { state, refusal: refusal('FORBIDDEN') } : { state };
        expect(await sealed(opId, answered)).toEqual({
          opId,
          seq: 1,
          hash: envelope && 'hash' in envelope ? envelope.hash : '',
          state,
          ...(state === 'refused' ? { code: 'FORBIDDEN' } : {}),
          seal,
          epoch: 2,
          position: 7,
          storedAt: moment.serverNow,
        });
      },
    );

    it('is not stored while it may change, without a seal, or for an operation unreadable by this version', async () => {
      expect(await sealed(await storePurchase(db), { state: 'in-review' })).toBeUndefined();
      const plain = await storePurchase(db);
      await apply(plain, { state: 'accepted' });
      const newer = await storePurchase(db);
      await db.envelopes.put({ v: 9, opId: newer, seq: 3 });
      await sealed(newer, { state: 'accepted' });
      expect(await db.sealed.count()).toBe(0);
    });

    it('is never replaced by the seal of the opposite, which a restored server may make (seed 1135022168)', async () => {
      const spent = { state: 'refused', refusal: refusal('VOUCHER_SPENT') } as const;
      const [refused, paid] = [await storePurchase(db), await storePurchase(db)];
      await sealed(refused, spent);
      await sealed(paid, { state: 'accepted' });
      const again = { ...seal, epoch: 3 };
      const opposite = [
        { opId: refused, answered: { state: 'accepted', seal: again } as const },
        { opId: paid, answered: { ...spent, seal: again } },
      ];
      await applyAnswers(db, opposite, moment);
      expect(await db.sealed.get(refused)).toMatchObject({ state: 'refused', epoch: 2 });
      expect(await db.sealed.get(paid)).toMatchObject({ state: 'accepted', epoch: 2 });
      const same = { state: 'settled-with-overspend', seal: again } as const;
      await apply(paid, same);
      expect(await db.sealed.get(paid)).toMatchObject({ epoch: 3 });
    });

    it('is stored anew for an operation settled before, because a restored server seals again', async () => {
      const opId = await storePurchase(db);
      await sealed(opId, { state: 'accepted' });
      const again = { ...seal, epoch: 3 };
      await apply(opId, { state: 'accepted', seal: again });
      expect(await db.sealed.get(opId)).toMatchObject({ seal: again, epoch: 3 });
    });

    it('is stored with the customer that it can restore', async () => {
      const luz = { ownerName: 'Luz', identificacion: '52123456' };
      const customer = await storeCustomer(db);
      expect(await sealed(customer, { state: 'accepted' })).toMatchObject({ registration: luz });
      const other = await storeCustomer(db);
      await db.registrations.delete(other);
      expect(await sealed(other, { state: 'accepted' })).not.toHaveProperty('registration');
      const receipt = (ownerName: string, identification: string) =>
        ({ topUp: { ownerName, identification } }) as NonNullable<Answered['receipt']>;
      const topUp = async (ownerName: string, identification: string) =>
        sealed(await storeTopUp(db), { state: 'accepted', receipt: receipt(ownerName, identification) });
      expect(await topUp('Luz', '52123456')).toMatchObject({ registration: luz });
      for (const [name, number] of [
        [' Luz', '52123456'],
        ['Luz', ' 52123456'],
        ['', '52123456'],
      ] as const)
        expect(await topUp(name, number)).not.toHaveProperty('registration');
      const sale = { purchase: receiptOf(voucherId, 1) };
      const bought = await storePurchase(db, { voucherId });
      const said = await sealed(bought, { state: 'accepted', receipt: sale });
      expect(said).not.toHaveProperty('registration');
    });
  });

  it('of a whole batch is one transaction: if one write fails, nothing happened', async () => {
    const [sale, topUp] = [await storePurchase(db, { voucherId }), await storeTopUp(db)];
    const broken = {
      purchase: { ...receiptOf(voucherId, 1), createAt: 'never', codeQrUuid: {} as VoucherId },
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
    expect((await db.statuses.toArray()).map(({ state }) => state)).toEqual(['pending', 'pending']);
    expect(await db.exposures.count()).toBe(2);
  });
});
