import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import {
  countPinAttempt,
  dropRequest,
  isOperator,
  keepOperator,
  storeOperators,
} from '#src/client/local/device/operators.ts';
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
const row = () => db.operators.get('rosalba');
const named = (own: object = {}) =>
  storeOperators(db, [{ _id: 'rosalba', ownerName: 'Rosalba', status: 'APROBADO', ...own }]);

describe('a person whose market has not decided yet', () => {
  it('opens nothing and sells nothing, and is forgotten after a rejection', async () => {
    await keepOperator(db, { ...rosalba, pin, digits: '1234' });
    await keepOperator(db, { ...rosalba, id: 'jairo', pin });
    expect([await isOperator(db, 'rosalba'), await isOperator(db, 'jairo')]).toEqual([false, true]);
    expect(await countPinAttempt(db, 'rosalba')).toEqual({ kind: 'none' });
    await dropRequest(db, 'jairo');
    await dropRequest(db, 'rosalba');
    expect(await db.operators.toCollection().primaryKeys()).toEqual(['jairo']);
  });
});

it('keeps a PIN until there is a new one, and shuts out a person whom the server no longer names', async () => {
  await keepOperator(db, { ...rosalba, pin });
  await keepOperator(db, rosalba);
  expect(await row()).toMatchObject({ pin });
  await storeOperators(db, []);
  expect(await row()).toMatchObject({ ownerName: 'Rosalba', isActive: false });
  await db.operators.clear();
  await keepOperator(db, rosalba);
  expect(await row()).toMatchObject({ pin: null });
});

it('locks out a suspended person until they have signed in', async () => {
  await keepOperator(db, { ...rosalba, pin });
  await named({ suspended: true });
  expect(await countPinAttempt(db, 'rosalba')).toEqual({ kind: 'locked' });
  await named();
  expect(await countPinAttempt(db, 'rosalba')).toMatchObject({ kind: 'check', left: 4 });
});
