import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { CacheDb, takeList } from '#src/client/local/offline/cache-db.ts';
import { findBalance, writeBalanceList } from '#src/protocol/balance-list.ts';
import { toVoucherId } from '#src/protocol/brands.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
const minute = 60_000;
const voucherId = toVoucherId('24684521-0000-4000-8000-000000000000');

let cache: CacheDb;
beforeEach(() => {
  cache = new CacheDb(randomUUID());
});

describe('the stored balance list', () => {
  const listOf = (kind: 'full' | 'changes', asOf: number, balance: number) =>
    writeBalanceList(kind, asOf, [{ voucherId, balance }]);
  const take = async (kind: 'full' | 'changes', asOf: number, balance: number, now = noon) => {
    const list = await takeList(cache, listOf(kind, asOf, balance), now);
    return list && [list.asOf, findBalance(list, voucherId)];
  };
  const held = async () => {
    const list = await cache.readList();
    return list && [list.asOf, findBalance(list, voucherId)];
  };

  it('is replaced by a newer one, and a late answer changes nothing', async () => {
    expect(await take('full', noon, 500)).toEqual([noon, 500]);
    expect(await take('full', noon + 1, 400)).toEqual([noon + 1, 400]);
    expect(await take('full', noon + 1, 300)).toEqual([noon + 1, 400]);
    expect(await take('changes', noon, 200)).toEqual([noon + 1, 400]);
    expect(await held()).toEqual([noon + 1, 400]);
  });

  it('applies changes when it exists', async () => {
    expect(await take('changes', noon, 500)).toBeNull();
    expect(await held()).toBeNull();
    await take('full', noon, 500);
    expect(await take('changes', noon + 1, 200)).toEqual([noon + 1, 200]);
    expect(await takeList(cache, new Uint8Array([1, 2, 3]), noon)).toBeNull();
  });

  it('dated ahead by a wrong clock is replaced by the next full one, and by no changes', async () => {
    const ahead = noon + 5 * minute;
    await take('full', ahead, 500);
    expect(await take('full', noon, 400), 'so much clocks may differ').toEqual([ahead, 500]);
    await take('full', ahead + 1, 500);
    expect(await take('changes', noon, 300)).toEqual([ahead + 1, 500]);
    expect(await take('full', noon, 400)).toEqual([noon, 400]);
    expect(await held()).toEqual([noon, 400]);
  });
});

describe('customers served at this kiosk', () => {
  const serve = (identificacion: string, email: string, now: number) =>
    cache.rememberCustomer(
      {
        _id: randomUUID(),
        ownerName: 'Luz',
        identificacion,
        createAt: new Date(noon).toISOString(),
        ...(email === '' ? {} : { email }),
      },
      now,
    );

  it('have one id each, the newest, which the server may have changed', async () => {
    await serve('CC 1.020', '', 1);
    await serve('CC 1020', '', 2);
    expect((await cache.customers.toArray()).map(({ servedAt }) => servedAt)).toEqual([2]);
  });

  it('are kept up to five hundred, and those served longest ago go first', async () => {
    const rows = Array.from({ length: 499 }, (_, at) => ({
      id: `c${at}`,
      ownerName: '',
      identificacion: `CC ${at}`,
      email: '',
      createAt: '',
      servedAt: 100 + at,
    }));
    await cache.customers.bulkPut(rows);
    await serve('CC new', '', 10_000);
    expect(await cache.customers.count()).toBe(500);
    await serve('CC newer', '', 10_001);
    expect([
      await cache.customers.count(),
      await cache.customers.get('c0'),
      (await cache.customers.get('c1'))?.id,
    ]).toEqual([500, undefined, 'c1']);
  });
});
