import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VoucherId } from '#src/protocol/brands.ts';
import { adoptCommitOrder, settledPosition } from '#src/server/ledger/commit-order.ts';
import { readDays, readSums, type LedgerSum } from '#src/server/ledger/days/day-sums.ts';
import { foldDays, foldDaysIfFree, settleTimeZone } from '#src/server/ledger/days/fold-days.ts';
import type { Database, Session, Statement } from '#src/server/store/database.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { openSmallMarket, type SmallMarket } from '#tests/support/market/small-market.ts';
import { foldAll } from '#tests/support/server/fold-all.ts';
import { databaseOn, rolledBack, run, sellAt } from '#tests/support/server/rolled-back.ts';

const zone = 'America/Bogota';
/** Half past eleven at night of the 23rd there, the 24th in London. */
const late = new Date('2026-11-24T04:30:00Z');
const early = new Date('2026-11-24T05:00:00Z');

describe('the day sums', () => {
  const opened = databaseForSuite();
  const commit = <Value>(work: (session: Session) => Promise<Value>) =>
    opened.database.transaction(work, 'money');

  /** A market of the test's own with a voucher of 5,000; earlier rows are in no other market. */
  async function openMarket() {
    const market = await openSmallMarket(opened.database);
    const voucher = await market.issue(5_000);
    await run(
      opened.database,
      'update movement set recorded_at = $1 where recorded_by = $2',
      late,
      market.point,
    );
    return { market, voucher };
  }
  const of = (market: SmallMarket, from = '2026-11-23', to = '2026-11-24', which: 0 | 1 = 0) => ({
    market: market.markets[which],
    from,
    to,
  });
  const flat = (rows: (LedgerSum & { day?: string })[]) =>
    rows
      .map(({ day = '', movement, account, owner, count, total }) =>
        [day, movement, account, owner, count, total].join(' '),
      )
      .sort();
  const sell = (market: SmallMarket, voucher: VoucherId, price: number, at: Date, stall: 0 | 1 = 0) =>
    commit((session) => sellAt(market, session, { voucher, price, at, stall }));

  it("contain each day's effect of each movement kind on each account, in the installation's zone", async () => {
    const { market, voucher } = await openMarket();
    const [here, there] = market.markets;
    await sell(market, voucher, 1_000, late);
    await sell(market, voucher, 1_200, late);
    await sell(market, voucher, 700, early, 1);
    const ofHere = [
      `2026-11-23 purchase points ${here} 2 2`,
      `2026-11-23 purchase stall ${market.stalls[0]} 2 2200`,
      `2026-11-23 purchase voucher ${here} 2 -2200`,
      `2026-11-23 top-up cash ${market.point} 1 -5000`,
      `2026-11-23 top-up voucher ${here} 1 5000`,
      `2026-11-24 purchase clearing ${there} 1 700`,
      `2026-11-24 purchase voucher ${here} 1 -700`,
    ].sort();
    expect(flat(await readDays(opened.database, zone, of(market)))).toEqual(ofHere);
    await foldAll(opened.database, zone);
    expect(flat(await readDays(opened.database, zone, of(market))), 'the same once they are folded').toEqual(
      ofHere,
    );
    expect(flat(await readDays(opened.database, zone, of(market, '2026-11-23', '2026-11-23')))).toEqual(
      ofHere.slice(0, 5),
    );
    expect(flat(await readDays(opened.database, zone, of(market, '2026-11-24', '2026-11-24')))).toEqual(
      ofHere.slice(5),
    );
    expect(flat(await readDays(opened.database, zone, of(market, '2026-11-25', '2026-11-26')))).toEqual([]);
    expect(flat(await readDays(opened.database, zone, of(market, '2026-11-20', '2026-11-30', 1)))).toEqual([
      `2026-11-24 purchase clearing ${here} 1 -700`,
      `2026-11-24 purchase stall ${market.stalls[1]} 1 700`,
    ]);
    const all = await readDays(opened.database, zone, { market: null, from: '2026-11-23', to: '2026-11-24' });
    expect(all.filter((day) => day.market === here)).toHaveLength(ofHere.length);
    expect(all.some((day) => day.market === there)).toBe(true);
  });

  it('are folded again in another zone only at a start that names the present one', async () => {
    const { market, voucher } = await openMarket();
    await sell(market, voucher, 1_000, late);
    await foldAll(opened.database, zone);
    const day = async (timeZone: string) =>
      (await readDays(opened.database, timeZone, of(market)))
        .filter(({ account }) => account === 'stall')
        .map(({ day: of_, total }) => [of_, total]);
    const settle = (timeZone: string, from: string | null) =>
      commit((session) => settleTimeZone(session, { timeZone, from }));
    const london = 'Europe/London';
    expect(await day(zone)).toEqual([['2026-11-23', 1_000]]);
    await foldAll(opened.database, london);
    expect(await day(london), 'two processes do not sum in turn').toEqual([['2026-11-23', 1_000]]);
    await expect(settle(london, null)).rejects.toThrow(`TIME_ZONE_FROM=${zone}`);
    await expect(settle(london, 'Europe/Paris')).rejects.toThrow('TIME_ZONE_FROM');
    expect(await settle(zone, null)).toBe(false);
    expect(await settle(london, zone)).toBe(true);
    expect(await day(london), 'before it is summed').toEqual([['2026-11-24', 1_000]]);
    await foldAll(opened.database, london);
    expect(await day(london)).toEqual([['2026-11-24', 1_000]]);
    expect(await settle(london, zone), 'the next start has nothing to do').toBe(false);
    expect(await settle(zone, london)).toBe(true);
    await foldAll(opened.database, zone);
    expect(await day(zone)).toEqual([['2026-11-23', 1_000]]);
  });

  it('are left to the process that already folds them', async () => {
    const { market, voucher } = await openMarket();
    await foldAll(opened.database, zone);
    await sell(market, voucher, 200, late);
    const isSummed = async () =>
      (await run(opened.database, 'select 1 from ledger_day where owner_id = $1', market.stalls[0])).length >
      0;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let holding: Promise<void> = Promise.resolve();
    await new Promise<void>((resolve) => {
      holding = commit(async (session) => {
        await run(session, 'select 1 from ledger_day_cursor where id = 1 for update');
        resolve();
        await released;
      });
    });
    await foldDaysIfFree(opened.database, zone);
    release();
    await holding;
    expect(await isSummed()).toBe(false);
    await foldAll(opened.database, zone, foldDaysIfFree);
    expect(await isSummed()).toBe(true);
  });

  it('equal the sum of all postings, whatever was folded when', async () => {
    const step = fc.record({
      price: fc.integer({ min: 1, max: 20 }),
      hour: fc.integer({ min: -60, max: 60 }),
      stall: fc.constantFrom<0 | 1>(0, 1),
      folds: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const { market, voucher } = await openMarket();
        for (const { price, hour, stall, folds } of steps) {
          await sell(market, voucher, price, new Date(early.getTime() + hour * 3_600_000), stall);
          if (folds) await foldAll(opened.database, zone);
        }
        for (const before of [null, '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-26'])
          expect([before, await heldBy(market, before)]).toEqual([before, await addedUp(market, before)]);
      }),
      { numRuns: 12 },
    );
  });

  /** Balances of the market's stall accounts, by the sums. */
  const heldBy = async (market: SmallMarket, before: string | null) => {
    const held: Record<string, number> = {};
    for (const of_ of market.markets)
      for (const { owner, total } of await readSums(opened.database, zone, {
        market: of_,
        accounts: ['stall'],
        before,
      }))
        held[owner] = (held[owner] ?? 0) + total;
    return held;
  };
  /** The same by adding up postings. */
  const addedUp = async (market: SmallMarket, before: string | null) => {
    const rows = await run<{ account: string; total: number }>(
      opened.database,
      `select p.account_id as account, sum(p.amount)::bigint as total from posting p join movement m on m.id = p.movement_id
        where p.account_id = any ($1::uuid[])
          and ($2::date is null or (m.recorded_at at time zone '${zone}')::date < $2) group by p.account_id`,
      market.stalls,
      before,
    );
    return Object.fromEntries(rows.map(({ account, total }) => [account, total]));
  };

  it('contain every movement of another cluster once, for any slice size', async () => {
    const { market } = await openMarket();
    await rolledBack(opened, async (session) => {
      await run(
        session,
        `with made as (
            insert into movement (id, kind, reference, recorded_at, xid)
            select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'assignment', 'm' || n, $3, 9007199254740991
            from generate_series(1, 1200) n returning id
          )
          insert into posting (movement_id, leg, account_id, amount)
          select id, side, case side when 1 then $1::uuid else $2::uuid end, case side when 1 then 1 else -1 end
          from made, generate_series(1, 2) side`,
        market.stalls[0],
        market.point,
        early,
      );
      const database = databaseOn(session);
      await adoptCommitOrder(database);
      const folded = async () =>
        run(
          session,
          `select movement_kind as kind, count, total from ledger_day where owner_id = $1`,
          market.stalls[0],
        );
      const cursor = async () =>
        (await run<{ xid: number }>(session, 'select xid from ledger_day_cursor'))[0]?.xid ?? 0;
      const first = await cursor();
      await foldOnce(database);
      expect(await folded()).toEqual([{ kind: 'assignment', count: 500, total: 500 }]);
      expect(await cursor()).toBe(first + 500);
      // Some are folded, the rest is read in addition.
      const days = flat(await readDays(session, zone, of(market)));
      expect(days).toContain(`2026-11-24 assignment stall ${market.stalls[0]} 1200 1200`);
      await foldDays(database, zone);
      expect(await folded()).toEqual([{ kind: 'assignment', count: 1_200, total: 1_200 }]);
      expect(await cursor()).toBeGreaterThan(0);
      expect(flat(await readDays(session, zone, of(market)))).toEqual(days);
    });
  });

  /** Folds a single slice. */
  const foldOnce = async (database: Database) => {
    const stop = new Error('one slice');
    let slices = 0;
    const once: Database = {
      ...database,
      query: <Row>(statement: Statement) => database.query<Row>(statement),
      transaction: (work) => {
        slices += 1;
        if (slices > 1) throw stop;
        return database.transaction(work);
      },
    };
    await foldDays(once, zone).catch((error: unknown) => {
      if (error !== stop) throw error;
    });
  };
  it('skip long stretches without movements, and read nothing when nothing is new', async () => {
    const { market, voucher } = await openMarket();
    await foldAll(opened.database, zone);
    // Far more transactions than a slice has, none of which moved money.
    await run(
      opened.database,
      `do $$ begin for n in 1..2600 loop perform pg_current_xact_id(); commit; end loop; end $$`,
    );
    await sell(market, voucher, 300, early);
    let slices = 0;
    const counting: Database = {
      ...opened.database,
      query: <Row>(statement: Statement) => opened.database.query<Row>(statement),
      transaction: (work, lane) => {
        slices += 1;
        return opened.database.transaction(work, lane);
      },
    };
    await foldAll(counting, zone);
    expect(slices).toBeLessThanOrEqual(3);
    expect(
      await run(opened.database, 'select total from ledger_day where owner_id = $1', market.stalls[0]),
    ).toEqual([{ total: 300 }]);
    slices = 0;
    await foldDays(counting, zone);
    expect(slices).toBe(0);
    const [cursor] = await run<{ xid: number }>(opened.database, 'select xid from ledger_day_cursor');
    expect(cursor?.xid).toBeLessThanOrEqual(await settledPosition(opened.database));
  });
});
