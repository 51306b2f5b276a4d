import { describe, expect, it, vi } from 'vitest';
import { toMarketId } from '#src/contract/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import { createLiveFeed } from '#src/server/reports/live-feed.ts';
import type { Database, Lane, Statement } from '#src/server/store/database.ts';
import { offlineMarketForSuite } from '#tests/support/for-suite.ts';

describe('the order of streamed events', () => {
  const place = offlineMarketForSuite();
  const admin = (): Actor => ({ id: place.market.ids['ADMIN'], userType: 'ADMIN', marketId: null });
  const manager = (whose: 'GLOBAL_MARKET' | 'other GLOBAL_MARKET'): Actor => {
    const id = place.market.ids[whose];
    return { id, userType: 'GLOBAL_MARKET', marketId: toMarketId(id) };
  };
  const feedOver = (database: Database) =>
    createLiveFeed({
      database,
      pollMs: 5,
      onFailure: (error) => {
        throw error;
      },
    });

  /** Sells by a server whose clock runs backwards, so that later ids are smaller. */
  async function sellBackwards(count: number): Promise<void> {
    const real = Date.now.bind(Date);
    for (let n = 0; n < count; n += 1) {
      const voucher = await place.issue(1_000);
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() - n * 61_000);
      await place.buy(voucher, 100);
      clock.mockRestore();
    }
  }

  it('is that of commits: a page continues anywhere, without repetitions or omissions', async () => {
    const feed = feedOver(place.opened.database);
    const { next } = await feed.read(admin(), null);
    await sellBackwards(4);
    const { events, until } = await feed.read(admin(), next);
    const ids = events.map(({ _id }) => _id);
    expect(ids).toHaveLength(8);
    expect(ids.toSorted(), 'their ids have another order').not.toEqual(ids);
    expect(until).not.toBeNull();
    for (const [place_, id] of ids.entries())
      expect((await feed.read(admin(), id)).events.map(({ _id }) => _id)).toEqual(ids.slice(place_ + 1));
    const unknown = await feed.read(admin(), '00000000-0000-7000-8000-000000000000');
    expect([unknown.events, unknown.isBegun]).toEqual([[], true]);
  });

  it('only covers the markets that are watched', async () => {
    const asked: unknown[] = [];
    const { database } = place.opened;
    const watched: Database = {
      ...database,
      query: ((statement: Statement, lane?: Lane) => {
        if (statement.name === 'events-after') asked.push(statement.values?.[3]);
        return database.query(statement, lane);
      }) as Database['query'],
    };
    const feed = feedOver(watched);
    const told = { own: [] as string[], other: [] as string[], all: [] as string[] };
    const stop = await feed.watch(manager('GLOBAL_MARKET'), ({ kind }) => told.own.push(kind));
    const stopOther = await feed.watch(manager('other GLOBAL_MARKET'), ({ kind }) => told.other.push(kind));
    await place.buy(await place.issue(1_000), 100);
    await vi.waitUntil(() => told.own.length === 2);
    expect(told.other).toEqual([]);
    const markets = [place.market.ids['GLOBAL_MARKET'], place.market.ids['other GLOBAL_MARKET']];
    expect(asked.every((one) => Array.isArray(one) && one.length <= 2)).toBe(true);
    expect(asked).toContainEqual(markets);
    stopOther();
    asked.length = 0;
    await vi.waitUntil(() => asked.length > 1);
    expect(asked.at(-1)).toEqual([place.market.ids['GLOBAL_MARKET']]);
    const stopAll = await feed.watch(admin(), ({ kind }) => told.all.push(kind));
    await place.buy(await place.issue(1_000), 100);
    await vi.waitUntil(() => told.all.length === 2);
    expect(asked.at(-1)).toBeNull();
    for (const end of [stop, stopAll]) end();
    feed.stop();
  });
});
