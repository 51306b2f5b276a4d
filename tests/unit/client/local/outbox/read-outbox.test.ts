import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { OperationStatus } from '#src/client/local/db/operation.ts';
import {
  amountOf,
  listOf,
  listOperations,
  openPurchaseOf,
  readLastPurchase,
  readOperation,
  summarizeOutbox,
} from '#src/client/local/outbox/read-outbox.ts';
import { type OpId, toVoucherId } from '#src/protocol/brands.ts';
import { operation } from '#tests/support/market/operations.ts';
import {
  newId,
  rosalba,
  storeAcceptance,
  storeCustomer,
  storedAt,
  storePurchase,
  storeTopUp,
} from '#tests/support/market/stored-operations.ts';

const day = 86_400_000;
let db: MoneyDb;
beforeEach(() => {
  db = new MoneyDb(randomUUID());
});
const settle = async (opId: OpId, state: OperationStatus['state'], changedAt = storedAt) => {
  await db.statuses.update(opId, { state, changedAt });
  return opId;
};
const listed = async (now: number) => (await listOperations(db, now)).map(({ status }) => status.opId);

describe("the list of this device's operations", () => {
  it('shows open and permanently refused ones, and those settled within seven days, newest first', async () => {
    const open = await storePurchase(db);
    const paid = await settle(await storePurchase(db), 'accepted');
    const refused = await settle(await storePurchase(db), 'refused');
    const review = await settle(await storePurchase(db), 'in-review');
    expect(await listed(storedAt + 7 * day)).toEqual([review, refused, paid, open]);
    expect(await listed(storedAt + 7 * day + 1)).toEqual([review, refused, open]);
  });

  it("shows an acceptance in its sale's row, without a separate one", async () => {
    const sale = await storePurchase(db);
    const acceptance = await storeAcceptance(db, sale);
    expect(await listed(storedAt)).toEqual([sale]);
    expect((await readOperation(db, sale))?.acceptance?.opId).toBe(acceptance);
    expect(await readOperation(db, newId())).toBeNull();
  });

  it("finds one person's newest sale, past other people's operations", async () => {
    const operatorId = newId();
    expect(await readLastPurchase(db, operatorId)).toBeNull();
    await storePurchase(db, { operatorId });
    const newest = await storePurchase(db, { operatorId });
    await storePurchase(db, { operatorId: newId() });
    await storeTopUp(db, { operatorId });
    expect((await readLastPurchase(db, operatorId))?.status.opId).toBe(newest);
  });

  it('is summarised for the bar: open operations, and those that need a look', async () => {
    await storePurchase(db);
    await storeTopUp(db);
    await storeCustomer(db);
    await settle(await storePurchase(db), 'accepted');
    await settle(await storePurchase(db), 'refused');
    await db.statuses.update(await settle(await storePurchase(db), 'refused'), { seen: true });
    expect(await summarizeOutbox(db)).toEqual({
      openCount: 3,
      openSum: 62_500,
      signInCount: 0,
      reviewCount: 1,
      reviewSum: 12_500,
    });
  });

  it('counts handed-over goods once: the sale, until its acceptance is settled', async () => {
    const sale = await storePurchase(db);
    const acceptance = await storeAcceptance(db, sale);
    await settle(sale, 'refused');
    expect(await summarizeOutbox(db)).toMatchObject({ openCount: 1, openSum: 12_500, reviewCount: 0 });
    await settle(acceptance, 'accepted');
    expect(await summarizeOutbox(db)).toMatchObject({ openCount: 0, reviewCount: 0 });
  });
});

describe('an open sale on a voucher', () => {
  const voucherId = toVoucherId('24684521-0000-4000-8000-000000000000');

  it('is the newest unsettled one', async () => {
    expect(await openPurchaseOf(db, voucherId)).toBeNull();
    await storePurchase(db);
    const first = await storePurchase(db, { voucherId });
    const second = await storePurchase(db, { voucherId });
    expect((await openPurchaseOf(db, voucherId, rosalba))?.status.opId).toBe(second);
    await settle(second, 'in-review');
    expect((await openPurchaseOf(db, voucherId))?.status.opId).toBe(first);
    await settle(first, 'accepted');
    expect(await openPurchaseOf(db, voucherId)).toBeNull();
  });

  it('is not its top-up, and for a stall not the sale of another that shares its tablet', async () => {
    await storeTopUp(db, { voucherId });
    expect(await openPurchaseOf(db, voucherId)).toBeNull();
    await storePurchase(db, { voucherId });
    expect(await openPurchaseOf(db, voucherId, newId())).toBeNull();
  });
});

describe('the list that an operation is in', () => {
  const offline = { kind: 'accepted' as const, opId: newId() };
  const withdrawn = { kind: 'withdrawn' as const, opId: newId(), reason: 'BY_PERSON' as const, most: 0 };

  it.each([
    ['pending', 'open'],
    ['sending', 'open'],
    ['waiting-sign-in', 'open'],
    ['waiting-top-up', 'open'],
    ['in-review', 'open'],
    ['accepted', 'sent'],
    ['settled-with-overspend', 'sent'],
    ['refused', 'review'],
  ] as const)('%s: listed as %s', (state, list) => {
    expect(listOf(operation({ status: { state } }))).toBe(list);
  });

  it('is "sent" for a refusal that a person has seen', () => {
    expect(listOf(operation({ status: { state: 'refused', seen: true } }))).toBe('sent');
  });

  it('is "sent" at once for a withdrawn sale, whatever the server still reports', () => {
    for (const state of ['pending', 'refused', 'in-review'] as const)
      expect(listOf(operation({ status: { state, offline: withdrawn } }))).toBe('sent');
  });

  it('is "sent" with its acceptance for a refused sale whose goods are gone, without a task here', () => {
    const gone = (state: OperationStatus['state']) =>
      operation({ status: { state: 'refused', offline }, acceptance: { state } });
    expect(listOf(gone('pending'))).toBe('open');
    expect(listOf(gone('settled-with-overspend'))).toBe('sent');
  });

  it('is "review" for an unreadable operation, which counts as no amount', () => {
    const one = operation({ kind: 'unreadable' });
    expect([listOf(one), amountOf(one)]).toEqual(['review', 0]);
  });

  it.each([
    ['purchase', 12_500],
    ['withdrawal', 12_500],
    ['top-up', 50_000],
    ['customer', 0],
  ] as const)('a %s has the amount %i', (kind, amount) => {
    expect(amountOf(operation({ kind }))).toBe(amount);
  });
});
