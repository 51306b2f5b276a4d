import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordPurchase } from '#src/server/purchases/purchases.ts';
import { keepEmbeddedTidy, tidyEmbedded } from '#src/server/store/tidy-embedded.ts';
import { openEngine, type OpenEngine } from '#tests/support/engines.ts';
import { openSmallMarket, type SmallMarket } from '#tests/support/small-market.ts';

describe('tidying the embedded database', () => {
  let opened: OpenEngine;
  let market: SmallMarket;
  beforeAll(async () => {
    opened = await openEngine('embedded');
    market = await openSmallMarket(opened.database);
  });
  afterAll(() => opened.stop());

  it('lets purchases pass while it works, and tells the planner how many rows there are', async () => {
    const voucher = await market.issue(1_000);
    const command = { userId: market.customer, estanteId: market.stalls[0], codeQrUuid: voucher, price: 1 };
    const buyAll = Array.from({ length: 200 }, () => recordPurchase(market, command, null, undefined));
    await Promise.all([tidyEmbedded(opened.database), ...buyAll]);
    await tidyEmbedded(opened.database);
    const { rows } = await opened.database.query<{ reltuples: number }>({
      text: `select reltuples from pg_class where relname = 'purchase'`,
    });
    expect(rows[0]?.reltuples).toBe(200);
  });

  it('ends with the table at hand when the server stops, so that nothing asks a closed database', async () => {
    const failures: unknown[] = [];
    const asked: string[] = [];
    const watched = {
      ...opened.database,
      engine: opened.database.engine,
      query: ((...question: Parameters<typeof opened.database.query>) => {
        asked.push(question[0].text);
        return opened.database.query(...question);
      }) as typeof opened.database.query,
    };
    const stop = keepEmbeddedTidy(watched, (error) => failures.push(error));
    await stop();
    expect(asked).toHaveLength(1);
    expect(failures).toEqual([]);
  });
});
