import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import {
  countPinAttempt,
  dropRequest,
  isOperator,
  keepOperator,
  maxPinAttempts,
  noteSignIn,
  storeOperators,
} from '#src/client/local/device/operators.ts';
import { readSyncStatus, updateSyncStatus } from '#src/client/local/device/server-config.ts';
import { toMarketCode } from '#src/protocol/brands.ts';

const pin = { salt: 'salt', iterations: 1, tag: 'tag' };
const rosalba = {
  id: 'rosalba',
  ownerName: 'Rosalba',
  userType: 'ESTANTE' as const,
  placeName: 'Frutas',
  marketName: 'Plaza',
  globalMarketId: toMarketCode('ABC234'),
};

let db: MoneyDb;
beforeEach(() => {
  db = new MoneyDb(randomUUID());
});
const attempt = () => countPinAttempt(db, 'rosalba');

describe('an operator who may open a device offline', () => {
  it('has five in total, however many tabs try at once', async () => {
    await keepOperator(db, { ...rosalba, pin });
    const kinds = await Promise.all(Array.from({ length: 12 }, async () => (await attempt()).kind));
    expect(kinds.filter((kind) => kind === 'check')).toHaveLength(maxPinAttempts);
    expect(kinds.filter((kind) => kind === 'locked')).toHaveLength(12 - maxPinAttempts);
  });

  it('gets them back with an online sign-in, which also asks the server whether a suspension has ended', async () => {
    await keepOperator(db, { ...rosalba, pin });
    await updateSyncStatus(db, { isReportOwed: false });
    for (let tried = 0; tried < maxPinAttempts; tried += 1) await attempt();
    await noteSignIn(db, 'rosalba');
    expect(await attempt()).toMatchObject({ kind: 'check', left: maxPinAttempts - 1 });
    expect((await readSyncStatus(db)).isReportOwed).toBe(true);
  });

  it('needs a PIN, and must be known', async () => {
    expect(await attempt()).toEqual({ kind: 'none' });
    await keepOperator(db, rosalba);
    expect(await attempt()).toEqual({ kind: 'none' });
    expect([await isOperator(db, 'rosalba'), await isOperator(db, 'jairo')]).toEqual([true, false]);
  });

  it('keeps the PIN when the device is enrolled again without one, or gets the new one', async () => {
    await keepOperator(db, { ...rosalba, pin });
    await keepOperator(db, { ...rosalba, placeName: 'Verduras' });
    expect(await db.operators.toArray()).toMatchObject([{ placeName: 'Verduras', pin }]);
    await keepOperator(db, { ...rosalba, pin: { ...pin, tag: 'new' } });
    expect(await attempt()).toMatchObject({ operator: { pin: { tag: 'new' } } });
  });

  it('cannot open it once the server no longer lists them as approved, but stays listed', async () => {
    await keepOperator(db, { ...rosalba, pin });
    const named = (status: string) =>
      storeOperators(db, [{ _id: 'rosalba', ownerName: 'Rosalba G.', status }]);
    await named('APROBADO');
    expect(await db.operators.toArray()).toMatchObject([{ ownerName: 'Rosalba G.', isActive: true }]);
    await named('RECHAZADO');
    expect(await attempt()).toEqual({ kind: 'none' });
    await named('APROBADO');
    expect((await attempt()).kind).toBe('check');
    await storeOperators(db, []);
    expect(await attempt()).toEqual({ kind: 'none' });
    expect(await db.operators.toArray()).toHaveLength(1);
  });

  it('is added only by enrolling here, never by the server', async () => {
    await storeOperators(db, [{ _id: 'stranger', ownerName: 'X', status: 'APROBADO' }]);
    expect(await db.operators.toArray()).toEqual([]);
  });
});

describe('a person whose market has not decided yet', () => {
  it('opens nothing and sells nothing, and is forgotten after a rejection', async () => {
    await keepOperator(db, { ...rosalba, pin, digits: '1234' });
    await keepOperator(db, { ...rosalba, id: 'jairo', pin });
    expect([await isOperator(db, 'rosalba'), await isOperator(db, 'jairo')]).toEqual([false, true]);
    expect(await attempt()).toEqual({ kind: 'none' });
    await dropRequest(db, 'jairo');
    await dropRequest(db, 'rosalba');
    expect(await db.operators.toCollection().primaryKeys()).toEqual(['jairo']);
  });
});

it('locks out a suspended person until they have signed in', async () => {
  const approved = { _id: 'rosalba', ownerName: 'Rosalba', status: 'APROBADO' };
  await keepOperator(db, { ...rosalba, pin });
  await storeOperators(db, [{ ...approved, suspended: true }]);
  expect(await attempt()).toEqual({ kind: 'locked' });
  await storeOperators(db, [approved]);
  expect(await attempt()).toMatchObject({ kind: 'check', left: 4 });
});
