import { expect, it } from 'vitest';
import { toAmount, type MarketCode, type MarketId } from '#src/protocol/brands.ts';
import { settleClearing } from '#src/server/nouns/cash/clearing.ts';
import { auditAfterSuite, databaseForSuite } from '#tests/support/for-suite.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { sellAt } from '#tests/support/server/rolled-back.ts';

const opened = databaseForSuite();
auditAfterSuite(opened);

it('a market is paid the debt of one market, and not of a third', async () => {
  const { database } = opened;
  const [market, others] = [await openSmallMarket(database), await openSmallMarket(database)];
  const debtor = market.markets[0];
  const creditors = [market.markets[1], others.markets[0]] as const;
  const voucher = await market.issue(9_000);
  const sales = [
    { stalls: market.stalls, stall: 1, price: 700 },
    { stalls: others.stalls, stall: 0, price: 2_000 },
  ] as const;
  for (const { stalls, stall, price } of sales)
    await database.transaction((session) =>
      sellAt({ ...market, stalls }, session, { voucher, price, stall }),
    );
  const { rows } = await database.query<{ code: MarketCode }>({
    text: 'select code from market where id = $1',
    values: [debtor],
  });
  const debtorId = rows[0]?.code;
  if (!debtorId) throw new Error('the debtor has no code');
  const deps = { database, now: () => new Date(), timeZone: 'America/Bogota' };
  const settle = (creditor: MarketId, monto: number) =>
    settleClearing(
      deps,
      { id: creditor, userType: 'GLOBAL_MARKET', marketId: creditor },
      { debtorId, monto: toAmount(monto) },
      undefined,
    );
  for (const [n, owed] of [700, 2_000].entries()) {
    const creditor = creditors[n] ?? debtor;
    expect(await settle(creditor, owed + 1)).toMatchObject({ code: 'MORE_THAN_OWED', left: owed });
    expect(await settle(creditor, owed)).toMatchObject({ kind: 'done', receipt: { owed: 0 } });
  }
});
