import { describe, expect, it } from 'vitest';
import { toAmount, toVoucherId } from '#src/protocol/brands.ts';
import { adoptCommitOrder } from '#src/server/ledger/commit-order.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { databaseOn, rolledBack, run } from '#tests/support/server/rolled-back.ts';

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
        places: await run(session, 'select xid from movement order by id'),
        blocks: await run(session, 'select 1 from voucher_block'),
        lists: await run(session, 'select position from handed_list'),
        cursor: await run(session, 'select xid from ledger_day_cursor'),
      });
      const count = (await run<{ count: number }>(session, 'select count(*) from movement'))[0]?.count ?? 0;
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
        expect([table, await adoptCommitOrder(databaseOn(session))]).toEqual([table, count]);
        expect(await settled()).toEqual({
          places: Array.from({ length: count }, (_, n) => ({ xid: n - count })),
          blocks: [],
          lists: [{ position: 0 }],
          cursor: [{ xid: -count }],
        });
        expect(await run(session, 'select 1 from ledger_day')).toEqual([]);
        await run(session, 'rollback to savepoint here');
      }
    });
  });

  it('is adopted once by processes that start at once, and never again', async () => {
    const market = await openSmallMarket(opened.database);
    for (let n = 0; n < 3; n += 1) await market.issue(1_000);
    await run(opened.database, 'update ledger_day_cursor set xid = $1', Number.MAX_SAFE_INTEGER);
    const both = await Promise.all([adoptCommitOrder(opened.database), adoptCommitOrder(opened.database)]);
    expect(both.toSorted((one, other) => one - other)).toEqual([0, expect.any(Number)]);
    expect(await run(opened.database, 'select 1 from movement where xid >= 0')).toEqual([]);
    // A late process does not affect movements made since.
    await market.issue(1_000);
    expect(await adoptCommitOrder(opened.database)).toBe(0);
    expect(await run(opened.database, 'select 1 from movement where xid > 0')).toHaveLength(1);
  });

  it('behaves like rows written by this cluster', async () => {
    expect(await adoptCommitOrder(opened.database)).toBe(0);
    const market = await openSmallMarket(opened.database);
    await market.issue(toAmount(1_000));
    const xids = () => run(opened.database, 'select id, xid from movement order by id');
    const before = await xids();
    expect(await adoptCommitOrder(opened.database)).toBe(0);
    expect(await xids()).toEqual(before);
  });
});
