import { afterAll, expect } from 'vitest';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { openMarket, type Market } from './market/open-market.ts';
import { openSmallMarket } from './market/small-market.ts';
import { openRestorableDatabase } from './server/restorable-database.ts';
import type { TestAppOptions } from './server/test-app.ts';
import { openTestDatabase, type TestDatabase } from './server/test-database.ts';
import { forSuite } from './suite.ts';

/** Opens a database for this suite. */
export function databaseForSuite(options: { isEmpty?: boolean } = {}): TestDatabase {
  return forSuite(
    () => openTestDatabase(options),
    (one) => one.stop(),
  );
}

/** The same over a database that can return to a copy. */
export function restorableMarketForSuite() {
  const database = forSuite(openRestorableDatabase);
  const place = forSuite(
    () => openMarket({}, database),
    (one) => one.close(),
  );
  return { database, place };
}

/** Two markets without a server. */
export function smallMarketForSuite() {
  const opened = databaseForSuite();
  return { opened, market: forSuite(() => openSmallMarket(opened.database)) };
}

/** Two markets behind a server; their suite must leave the ledger sound. */
export function marketForSuite(options: TestAppOptions = {}): Market {
  return forSuite(
    () => openMarket(options),
    (one) => one.close(),
  );
}

/** Audits at the end of a suite: no drift, no half movement. */
export function auditAfterSuite(opened: TestDatabase): void {
  afterAll(async () => expect((await auditLedger(opened.database)).findings).toEqual([]));
}
