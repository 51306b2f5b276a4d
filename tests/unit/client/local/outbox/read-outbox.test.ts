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
  readLastSale,
  readOperation,
  summarizeOutbox,
} from '#src/client/local/outbox/read-outbox.ts';
import { type OpId, toVoucherId } from '#src/contract/brands.ts';
import { operation } from '#tests/support/market/operations.ts';
import {
  newId,
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
  await db.fates.update(opId, { state, changedAt });
  return opId;
};
const listed = async (now: number) => (await listOperations(db, now)).map(({ status }) => status.opId);

describe('the list of what this device did', () => {
  it('shows what is open or refused for ever, and what settled for seven days, newest first', async () => {
    const open = await storePurchase(db);
    const paid = await settle(await storePurchase(db), 'accepted');
    const refused = await settle(await storePurchase(db), 'refused');
    const review = await settle(await storePurchase(db), 'in-review');
    expect(await listed(storedAt + 7 * day)).toEqual([review, refused, paid, open]);
    expect(await listed(storedAt + 7 * day + 1)).toEqual([review, refused, open]);
  });

  it('shows an acceptance in the line of its sale and not by itself', async () => {
    const sale = await storePurchase(db);
    const acceptance = await storeAcceptance(db, sale);
    expect(await listed(storedAt)).toEqual([sale]);
    expect((await readOperation(db, sale))?.acceptance?.opId).toBe(acceptance);
    expect(await readOperation(db, newId())).toBeNull();
  });

  it('finds the newest sale of one person, past what others did meanwhile', async () => {
    const operatorId = newId();
    expect(await readLastSale(db, operatorId)).toBeNull();
    await storePurchase(db, { operatorId });
    const newest = await storePurchase(db, { operatorId });
    await storePurchase(db, { operatorId: newId() });
    await storeTopUp(db, { operatorId });
    expect((await readLastSale(db, operatorId))?.status.opId).toBe(newest);
  });

  it('is summed up for the bar: what is open, and what a person should look at', async () => {
    await storePurchase(db);
    await storeTopUp(db);
    await storeCustomer(db);
    await settle(await storePurchase(db), 'accepted');
    await settle(await storePurchase(db), 'refused');
    await db.fates.update(await settle(await storePurchase(db), 'refused'), { seen: true });
    expect(await summarizeOutbox(db)).toEqual({
      openCount: 3,
      openSum: 62_500,
      signInCount: 0,
      reviewCount: 1,
      reviewSum: 12_500,
    });
  });

  it('counts goods that went out once: the sale, until its acceptance is settled', async () => {
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

  it('is the newest one that nobody has settled', async () => {
    expect(await openPurchaseOf(db, voucherId)).toBeNull();
    await storePurchase(db);
    const first = await storePurchase(db, { voucherId });
    const second = await storePurchase(db, { voucherId });
    expect((await openPurchaseOf(db, voucherId))?.status.opId).toBe(second);
    await settle(second, 'in-review');
    expect((await openPurchaseOf(db, voucherId))?.status.opId).toBe(first);
    await settle(first, 'accepted');
    expect(await openPurchaseOf(db, voucherId)).toBeNull();
  });

  it('is no top-up of it', async () => {
    await storeTopUp(db, { voucherId });
    expect(await openPurchaseOf(db, voucherId)).toBeNull();
  });
});

describe('the one list that an operation is in', () => {
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

  it('a refusal that a person has seen is over', () => {
    expect(listOf(operation({ status: { state: 'refused', seen: true } }))).toBe('sent');
  });

  it('a withdrawn sale is over at once, whatever the server still says of it', () => {
    for (const state of ['pending', 'refused', 'in-review'] as const)
      expect(listOf(operation({ status: { state, offline: withdrawn } }))).toBe('sent');
  });

  it('a refused sale whose goods are gone is over with its acceptance, and asks for nobody here', () => {
    const gone = (state: OperationStatus['state']) =>
      operation({ status: { state: 'refused', offline }, acceptance: { state } });
    expect(listOf(gone('pending'))).toBe('open');
    expect(listOf(gone('settled-with-overspend'))).toBe('sent');
  });

  it('a person looks at what this version cannot read, and it counts as nothing', () => {
    const one = operation({ kind: 'unreadable' });
    expect([listOf(one), amountOf(one)]).toEqual(['review', 0]);
  });

  it.each([
    ['purchase', 12_500],
    ['withdrawal', 12_500],
    ['top-up', 50_000],
    ['customer', 0],
  ] as const)('a %s is worth %i', (kind, amount) => {
    expect(amountOf(operation({ kind }))).toBe(amount);
  });
});
