import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { followDatabaseClock } from '#src/server/store/database-clock.ts';
import type { Database, Statement } from '#src/server/store/database.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';

const quarterMs = 16 * 60_000;
const fail = (error: unknown): never => {
  throw error;
};

/** Recorded times are the database's, whatever the clocks of the processes (design 8.4). */
describe('a process whose clock is wrong by 16 minutes', () => {
  let clock: Awaited<ReturnType<typeof followDatabaseClock>> | undefined;
  const place = marketForSuite({ now: () => clock?.now() ?? new Date() });
  afterEach(() => vi.useRealTimers());
  afterAll(() => clock?.stop());

  const setClockOff = (offMs: number): void => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs });
  };
  /** Returns how far the newest movement and the newest receipt are behind the database's clock. */
  const behind = async (): Promise<number[]> => {
    const rows = await place.rowsOf<{
      movement: number;
      receipt: number;
    }>(`select (extract(epoch from clock_timestamp() - (select max(recorded_at) from movement)) * 1000)::bigint as movement,
        (extract(epoch from clock_timestamp() - (select max(recorded_at) from receipt)) * 1000)::bigint as receipt`);
    return rows.flatMap(({ movement, receipt }) => [movement, receipt]);
  };

  it.each([
    ['ahead', quarterMs],
    ['behind', -quarterMs],
  ])("%s records the database's time: top-ups, purchases with and without a link", async (_name, offMs) => {
    setClockOff(offMs);
    clock = await followDatabaseClock(place.opened.database, fail);
    const voucher = await place.issue(9_000);
    expect((await place.buy(voucher, 1_000)).status).toBe(201);
    const stall = await place.stallDevice();
    const states = await stall.states(stall.writeAcceptedPurchase({ ...voucher, price: 1_000 }));
    expect(states).toEqual(['accepted', 'accepted']);
    for (const ms of await behind()) expect(Math.abs(ms)).toBeLessThan(10_000);
    await clock.stop();
  });

  it('whose clock jumps while it runs is not affected', async () => {
    clock = await followDatabaseClock(place.opened.database, fail);
    const before = clock.now().getTime();
    setClockOff(quarterMs);
    expect(clock.now().getTime() - before).toBeLessThan(10_000);
    vi.useRealTimers();
    setClockOff(-quarterMs);
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(before);
    await clock.stop();
  });

  it('agrees with another process that its clock has left behind, though nothing was recorded there', async () => {
    const { database } = place.opened;
    const ahead = new Date(Date.now() + quarterMs);
    // This one measured while the clock was ahead; the other one after it was set back.
    let at: Date | null = ahead;
    const jumping = {
      query: async (statement: Statement) => {
        const answer = await database.query<{ at: Date }>(statement);
        return { ...answer, rows: answer.rows.map((row) => (at && 'at' in row ? { ...row, at } : row)) };
      },
    } as unknown as Database;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const one = await followDatabaseClock(jumping, fail, () => 0);
    expect(one.now()).toEqual(ahead);
    at = null;
    await vi.advanceTimersByTimeAsync(2_000);
    await one.stop();
    vi.useRealTimers();
    const other = await followDatabaseClock(database, fail, () => 0);
    expect(other.now()).toEqual(ahead);
    await other.stop();
  });

  /** A database with this time, and a monotonic clock fixed at 0. */
  const saying = (at: string, recorded: string | null, stands: string | null) => {
    const row = {
      at: new Date(at),
      recorded: recorded === null ? null : new Date(recorded),
      stands: stands === null ? null : Date.parse(stands),
    };
    const database = { query: () => Promise.resolve({ rows: [row], rowCount: 1 }) } as unknown as Database;
    return followDatabaseClock(database, fail, () => 0);
  };

  it('never records behind the last record or another process, unless that is more than a day ahead, and shows both', async () => {
    const at = '2026-11-21T15:00:00.000Z';
    const [ahead, farAhead] = ['2026-11-21T15:16:00.000Z', '9999-11-21T15:00:00.000Z'];
    for (const [recorded, stands, said, shown] of [
      [null, null, at, null],
      ['2026-11-21T14:00:00.000Z', null, at, null],
      [ahead, null, ahead, ahead],
      [farAhead, null, at, farAhead],
      [null, ahead, ahead, ahead],
      [null, farAhead, at, farAhead],
      [farAhead, ahead, ahead, farAhead],
      [ahead, farAhead, ahead, farAhead],
    ] as const) {
      const one = await saying(at, recorded, stands);
      expect(one.now().toISOString()).toBe(said);
      expect(one.live().toISOString()).toBe(at);
      expect(one.aheadUntil()?.toISOString() ?? null).toBe(shown);
      await one.stop();
    }
  });
});
