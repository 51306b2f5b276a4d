import { describe, expect, it } from 'vitest';
import { toAmount, toVoucherId } from '#src/protocol/brands.ts';
import { adoptCommitOrder } from '#src/server/ledger/commit-order.ts';
import type { Database } from '#src/server/store/database.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { databaseOn, rolledBack, run } from '#tests/support/server/rolled-back.ts';

function databaseFrom(database: Database): Database {
  return {
    sessionCount: database.sessionCount,
    query: (statement) => database.query(statement),
    transaction: (work, lane) => database.transaction(work, lane),
    close: () => database.close(),
  };
}

describe('a dump loaded into another cluster', () => {
  const opened = databaseForSuite();

  it('keeps older rows out of every query for changes', async () => {
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
          `insert into ledger_day values ($1, '2026-11-23', 'purchase', 'stall', $1, 1, 1, true)`,
          market.markets[0],
        );
        expect([table, await adoptCommitOrder(databaseOn(session))]).toEqual([table, true]);
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

  it('is adopted in slices, and resumed after an interrupted start by any process', async () => {
    const market = await openSmallMarket(opened.database);
    for (let n = 0; n < 3; n += 1) await market.issue(1_000);
    await run(opened.database, 'update ledger_day_cursor set xid = $1', Number.MAX_SAFE_INTEGER);
    const cut = new Error('cut');
    const first = adoptCommitOrder({
      ...databaseFrom(opened.database),
      transaction: async (work, lane) => {
        const done = await opened.database.transaction(work, lane);
        if (done === true) throw cut;
        return done;
      },
    });
    await expect(first).rejects.toBe(cut);
    // The cursor is its own again, and the remaining work is still recorded.
    const said: number[] = [];
    const both = await Promise.all([
      adoptCommitOrder(opened.database, (adopted) => said.push(adopted)),
      adoptCommitOrder(opened.database, (adopted) => said.push(adopted)),
    ]);
    expect(both).toContain(true);
    expect(Math.max(...said)).toBeGreaterThan(2);
    expect(await run(opened.database, 'select 1 from movement where xid <> 0')).toEqual([]);
    // A late process does not affect movements made since.
    await market.issue(1_000);
    expect(await adoptCommitOrder(opened.database)).toBe(false);
    expect(await run(opened.database, 'select 1 from movement where xid <> 0')).toHaveLength(1);
  });

  it('behaves like rows written by this cluster', async () => {
    expect(await adoptCommitOrder(opened.database)).toBe(false);
    const market = await openSmallMarket(opened.database);
    await market.issue(toAmount(1_000));
    const xids = () => run(opened.database, 'select id, xid from movement order by id');
    const before = await xids();
    expect(await adoptCommitOrder(opened.database)).toBe(false);
    expect(await xids()).toEqual(before);
  });
});
