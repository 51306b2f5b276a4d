import { afterAll, expect } from 'vitest';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { openServedMarkets } from './market/market-database.ts';
import { openOfflineMarket } from './market/offline-market.ts';
import { openSmallMarket } from './market/small-market.ts';
import { openTestDatabase, type TestDatabase } from './server/test-database.ts';
import { forSuite } from './suite.ts';

/** Opens a database for this suite. */
export function databaseForSuite(options: { isEmpty?: boolean } = {}): TestDatabase {
  return forSuite(
    () => openTestDatabase(options),
    (one) => one.stop(),
  );
}

/** Two markets behind a server, used over HTTP. */
export function twoMarketsForSuite() {
  const served = forSuite(
    () => openServedMarkets(),
    async ({ app, opened }) => {
      await app.close();
      await opened.stop();
    },
  );
  return {
    opened: forSuite(() => Promise.resolve(served.opened)),
    app: forSuite(() => Promise.resolve(served.app)),
    market: forSuite(() => Promise.resolve(served.market)),
  };
}

/** Two markets without a server. */
export function smallMarketForSuite() {
  const opened = databaseForSuite();
  return { opened, market: forSuite(() => openSmallMarket(opened.database)) };
}

/** A market with devices; its suite must leave the ledger sound. */
export function offlineMarketForSuite() {
  const place = forSuite(openOfflineMarket, (one) => one.stop());
  afterAll(async () => expect(await place.findings()).toEqual([]));
  return place;
}

/** Audits at the end of a suite: no drift, no half movement. */
export function auditAfterSuite(opened: TestDatabase): void {
  afterAll(async () => expect((await auditLedger(opened.database)).findings).toEqual([]));
}
