import { describe, expect, it } from 'vitest';
import type { VoucherId } from '#src/protocol/brands.ts';
import { foldDaysIfFree } from '#src/server/ledger/days/fold-days.ts';
import type { Session, Statement } from '#src/server/store/database.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { openSmallMarket, type SmallMarket } from '#tests/support/market/small-market.ts';
import { foldAll } from '#tests/support/server/fold-all.ts';
import { run, sellAt } from '#tests/support/server/rolled-back.ts';

const zone = 'America/Bogota';

describe('slices of folded movements', () => {
  const opened = databaseForSuite();
  const sell = (market: SmallMarket, voucher: VoucherId, price: number) =>
    opened.database.transaction((session) => sellAt(market, session, { voucher, price }), 'money');

  it('never fold twice after a transaction of another database was skipped at one look and seen at the next', async () => {
    const market = await openSmallMarket(opened.database);
    const voucher = await market.issue(5_000);
    await sell(market, voucher, 2);
    await foldAll(opened.database, zone);
    const [first] = await run<{ xid: number }>(
      opened.database,
      'select min(xid) as xid from movement where xid > 0',
    );
    await sell(market, voucher, 7);
    /** The settled position falls back to before the folded one. */
    const behind = (session: Session): Session => ({
      query: async <Row>(statement: Statement) =>
        statement.name === 'settled-position'
          ? { rows: [{ position: first?.xid }] as Row[], rowCount: 1 }
          : session.query<Row>(statement),
    });
    let slices = 0;
    const { database } = opened;
    await foldDaysIfFree(
      {
        ...database,
        query: (statement) => database.query(statement),
        transaction: (work, lane) => database.transaction((session) => work(behind(session)), lane),
      },
      zone,
      () => (slices += 1) > 1,
    );
    await foldAll(database, zone);
    expect(
      await run(database, 'select count, total from ledger_day where owner_id = $1', market.stalls[0]),
    ).toEqual([{ count: 2, total: 9 }]);
  });

  it('end between two slices when the server stops, and are resumed by the next process', async () => {
    const market = await openSmallMarket(opened.database);
    const voucher = await market.issue(5_000);
    await foldAll(opened.database, zone);
    await sell(market, voucher, 100);
    // More transactions than a slice has are between the two.
    await run(
      opened.database,
      `do $$ begin for n in 1..1100 loop perform pg_current_xact_id(); commit; end loop; end $$`,
    );
    await sell(market, voucher, 200);
    const summedUp = async () =>
      (await run(opened.database, 'select total from ledger_day where owner_id = $1', market.stalls[0]))[0]?.[
        'total'
      ] ?? 0;
    let asked = 0;
    await foldDaysIfFree(opened.database, zone, () => (asked += 1) > 1);
    expect(asked).toBeGreaterThan(0);
    expect(await summedUp()).toBeLessThan(300);
    await foldAll(opened.database, zone, foldDaysIfFree);
    expect(await summedUp()).toBe(300);
  });
});
