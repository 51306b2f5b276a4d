import { describe, expect, it } from 'vitest';
import { toAmount, toVoucherId, type VoucherId } from '#src/contract/brands.ts';
import { adoptCommitOrder, settledPosition } from '#src/server/ledger/commit-order.ts';
import { foldDays, readDays, readSums, sumsIn, type LedgerSum } from '#src/server/ledger/day-sums.ts';
import type { Database, Session, Statement } from '#src/server/store/database.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { databaseOn, rolledBack, run, sellAt } from '#tests/support/rolled-back.ts';
import { openSmallMarket, type SmallMarket } from '#tests/support/small-market.ts';

const zone = 'America/Bogota';
/** Half past eleven at night of the 23rd there, the 24th in London. */
const late = new Date('2026-11-24T04:30:00Z');
const early = new Date('2026-11-24T05:00:00Z');

describe('the sums of days', () => {
  const opened = databaseForSuite();
  const commit = <Value>(work: (session: Session) => Promise<Value>) =>
    opened.database.transaction(work, 'money');

  /** A market of the test's own with a voucher of 5,000; what it read before is in no other's way. */
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

  it('say of each day what each kind of movement did to whose account, in the zone of the installation', async () => {
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

  it('are the same while movements are not folded yet, and after', async () => {
    const { market, voucher } = await openMarket();
    await foldDays(opened.database, zone);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let holding: Promise<void> = Promise.resolve();
    // As long as a transaction is under way, nothing that commits behind it is folded.
    await new Promise<void>((resolve) => {
      holding = commit(async (session) => {
        await run(session, 'select pg_current_xact_id()');
        resolve();
        await released;
      });
    });
    await sell(market, voucher, 300, early);
    const before = flat(await readDays(opened.database, zone, of(market)));
    expect(before).toContain(`2026-11-24 purchase stall ${market.stalls[0]} 1 300`);
    expect(
      await run(opened.database, 'select 1 from ledger_day where owner_id = $1', market.stalls[0]),
    ).toEqual([]);
    const sums = () =>
      readSums(opened.database, zone, { market: market.markets[0], accounts: ['stall'], before: null });
    expect(flat(await sums())).toEqual([` purchase stall ${market.stalls[0]} 1 300`]);
    release();
    await holding;
    expect(flat(await readDays(opened.database, zone, of(market)))).toEqual(before);
    expect(
      await run(opened.database, 'select count, total from ledger_day where owner_id = $1', market.stalls[0]),
    ).toEqual([{ count: 1, total: 300 }]);
    expect(flat(await sums())).toEqual([` purchase stall ${market.stalls[0]} 1 300`]);
  });

  it('make up what accounts hold, until a day or until now, also inside a transaction', async () => {
    const { market, voucher } = await openMarket();
    await sell(market, voucher, 1_000, late);
    await sell(market, voucher, 600, early);
    const held = (before: string | null, accounts = ['stall', 'cash']) => ({
      market: market.markets[0],
      accounts,
      before,
    });
    const stall = (count: number, total: number) => ` purchase stall ${market.stalls[0]} ${count} ${total}`;
    const cash = ` top-up cash ${market.point} 1 -5000`;
    const sums = async (...given: Parameters<typeof held>) =>
      flat(await readSums(opened.database, zone, held(...given)));
    expect(await sums(null)).toEqual([stall(2, 1_600), cash]);
    expect(await sums('2026-11-24')).toEqual([stall(1, 1_000), cash]);
    expect(await sums('2026-11-23')).toEqual([]);
    expect(await sums(null, ['points'])).toEqual([` purchase points ${market.markets[0]} 1 1`]);
    const everywhere = await readSums(opened.database, zone, {
      market: null,
      accounts: ['stall'],
      before: null,
    });
    expect(everywhere.length).toBeGreaterThan(0);
    await rolledBack(opened, async (session) => {
      await sellAt(market, session, { voucher, price: 50, at: early });
      expect(flat(await sumsIn(session, zone, held(null, ['stall'])))).toEqual([stall(3, 1_650)]);
    });
  });

  it('are made anew when the zone of the installation changes', async () => {
    const { market, voucher } = await openMarket();
    await sell(market, voucher, 1_000, late);
    const day = async (timeZone: string) =>
      (await readDays(opened.database, timeZone, of(market)))
        .filter(({ account }) => account === 'stall')
        .map(({ day: of_, total }) => [of_, total]);
    expect(await day(zone)).toEqual([['2026-11-23', 1_000]]);
    expect(await day('Europe/London')).toEqual([['2026-11-24', 1_000]]);
    expect(await day(zone)).toEqual([['2026-11-23', 1_000]]);
  });

  it('hold every movement of before the order of commits once, whatever the size of a slice', async () => {
    const { market } = await openMarket();
    await rolledBack(opened, async (session) => {
      await run(
        session,
        `with made as (
            insert into movement (id, kind, reference, recorded_at, xid)
            select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'assignment', 'm' || n, $3, 0
            from generate_series(1, 1200) n returning id
          )
          insert into posting (movement_id, leg, account_id, amount)
          select id, side, case side when 1 then $1::uuid else $2::uuid end, case side when 1 then 1 else -1 end
          from made, generate_series(1, 2) side`,
        market.stalls[0],
        market.point,
        early,
      );
      await adopt(session);
      const database = databaseOn(session);
      const folded = async () =>
        run(
          session,
          `select movement_kind as kind, count, total from ledger_day where owner_id = $1`,
          market.stalls[0],
        );
      const cursor = async () =>
        (await run<{ xid: number; until: string }>(session, 'select xid, until from ledger_day_cursor'))[0];
      await foldOnce(database);
      expect([await folded(), await cursor()]).toEqual([
        [{ kind: 'assignment', count: 500, total: 500 }],
        { xid: 0, until: '00000000-0000-7000-8000-000000000500' },
      ]);
      // Some are in the sums, the rest is read beside them.
      const days = flat(await readDaysUnfolded(session, market));
      expect(days).toContain(`2026-11-24 assignment stall ${market.stalls[0]} 1200 1200`);
      await foldDays(database, zone);
      expect(await folded()).toEqual([{ kind: 'assignment', count: 1_200, total: 1_200 }]);
      expect((await cursor())?.xid).toBeGreaterThan(0);
      expect(flat(await readDaysUnfolded(session, market))).toEqual(days);
    });
  });

  /** As after a dump was loaded: everything is of before. */
  const adopt = async (session: Session) => {
    await run(session, 'update movement set xid = 0');
    await run(session, 'delete from ledger_day');
    await run(
      session,
      `update ledger_day_cursor set xid = 0, until = '00000000-0000-0000-0000-000000000000', time_zone = $1`,
      zone,
    );
  };
  /** One slice and no more. */
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
  /** Without folding first. */
  const readDaysUnfolded = (session: Session, market: SmallMarket) => {
    const still: Database = {
      ...databaseOn(session),
      query: ((statement: Statement) =>
        statement.name === 'days-to-fold'
          ? Promise.resolve({ rows: [{ more: false }], rowCount: 1 })
          : session.query(statement)) as Database['query'],
    };
    return readDays(still, zone, of(market));
  };

  it('go on where nobody moved money for long, and ask for nothing while nothing is new', async () => {
    const { market, voucher } = await openMarket();
    await foldDays(opened.database, zone);
    // Far more transactions than a slice has, none of which moved anything.
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
    await foldDays(counting, zone);
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

describe('a dump that was loaded into another cluster', () => {
  const opened = databaseForSuite();

  it('has the order of commits of before in nothing that is asked for what is new', async () => {
    const market = await openSmallMarket(opened.database);
    const voucher = toVoucherId(await market.issue(1_000));
    await rolledBack(opened, async (session) => {
      await run(session, `insert into voucher_block (voucher_id) values ($1)`, voucher);
      const device = '11111111-0000-4000-8000-000000000000';
      await run(
        session,
        `insert into device (id, prefix, market_id, name, public_key, enrolled_at, start_seq, start_hash, ack_seq, head_hash, gaps)
          values ($1, '0123456789abcdef', $2, 'Caja', 'k', now(), 0, '', 0, '', '[]')`,
        device,
        market.markets[0],
      );
      await run(session, 'insert into handed_list (device_id, as_of, position) values ($1, 1, 7)', device);
      const settled = async () => ({
        movements: await run(session, 'select distinct xid = 0 as before from movement'),
        blocks: await run(session, 'select 1 from voucher_block'),
        lists: await run(session, 'select position from handed_list'),
        cursor: await run(session, `select xid, until from ledger_day_cursor`),
      });
      const now = await settled();
      expect(now.movements).toEqual([{ before: false }]);
      const far = Number.MAX_SAFE_INTEGER;
      for (const [table, column] of [
        ['ledger_day_cursor', 'xid'],
        ['handed_list', 'position'],
        ['voucher_block', 'xid'],
        ['movement', 'xid'],
      ]) {
        await run(session, 'savepoint here');
        await run(session, `update ${table} set ${column} = $1`, far);
        await run(
          session,
          `insert into ledger_day values ($1, '2026-11-23', 'purchase', 'stall', $1, 1, 1)`,
          market.markets[0],
        );
        expect([table, await adoptCommitOrder(session)]).toEqual([table, true]);
        expect(await settled()).toEqual({
          movements: [{ before: true }],
          blocks: [],
          lists: [{ position: 0 }],
          cursor: [{ xid: 0, until: '00000000-0000-0000-0000-000000000000' }],
        });
        expect(await run(session, 'select 1 from ledger_day')).toEqual([]);
        await run(session, 'rollback to savepoint here');
      }
    });
  });

  it('is no other than what this very cluster wrote', async () => {
    expect(await adoptCommitOrder(opened.database)).toBe(false);
    const market = await openSmallMarket(opened.database);
    await market.issue(toAmount(1_000));
    const xids = () => run(opened.database, 'select id, xid from movement order by id');
    const before = await xids();
    expect(await adoptCommitOrder(opened.database)).toBe(false);
    expect(await xids()).toEqual(before);
  });
});
