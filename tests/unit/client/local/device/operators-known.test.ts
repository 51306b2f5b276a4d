import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import {
  countPinAttempt,
  dropRequest,
  isKeyUnknown,
  isOperator,
  keepOperator,
  keepOperatorKey,
  storeOperators,
} from '#src/client/local/device/operators.ts';
import { toMarketCode } from '#src/contract/brands.ts';

const pin = { salt: 'salt', iterations: 1, tag: 'tag' };
const key = { publicKey: 'k1', iv: 'i', body: 'b', deviceSig: 'd', ownSig: 'o' };
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

describe("a person's own key", () => {
  it('stays with its PIN, is deleted with it, and replaces one that does not open', async () => {
    await keepOperator(db, { ...rosalba, pin, key });
    await keepOperator(db, rosalba);
    expect(await row()).toMatchObject({ pin, key });
    await keepOperatorKey(db, 'rosalba', { ...key, publicKey: 'k2' });
    await keepOperatorKey(db, 'jairo', key);
    expect((await row())?.key?.publicKey).toBe('k2');
    await keepOperator(db, { ...rosalba, pin });
    expect(await row()).not.toHaveProperty('key');
    await db.operators.clear();
    await keepOperator(db, rosalba);
    expect(await row()).toMatchObject({ pin: null });
  });

  it("follows the server's report, if there is one, even after a new PIN", async () => {
    await keepOperator(db, { ...rosalba, pin, key });
    expect(await row()).not.toHaveProperty('serverKey');
    await named({ key: 'k1' });
    expect((await row())?.serverKey).toBe('k1');
    await keepOperator(db, { ...rosalba, pin, key: { ...key, publicKey: 'k2' } });
    expect((await row())?.serverKey).toBe('k1');
    await named();
    expect(await row()).not.toHaveProperty('serverKey');
    await storeOperators(db, []);
    expect(await row()).toMatchObject({ ownerName: 'Rosalba', isActive: false });
  });

  it('is unknown only when the server expects another', () => {
    expect(isKeyUnknown({ key })).toBe(false);
    expect(isKeyUnknown({ key, serverKey: 'k1' })).toBe(false);
    expect(isKeyUnknown({ key, serverKey: 'k2' })).toBe(true);
    expect(isKeyUnknown({ serverKey: 'k2' })).toBe(true);
    expect(isKeyUnknown({})).toBe(false);
  });
});

it('locks out a suspended person until they have signed in', async () => {
  await keepOperator(db, { ...rosalba, pin });
  await named({ suspended: true });
  expect(await countPinAttempt(db, 'rosalba')).toEqual({ kind: 'locked' });
  await named();
  expect(await countPinAttempt(db, 'rosalba')).toMatchObject({ kind: 'check', left: 4 });
});
