import { afterAll, beforeAll, expect } from 'vitest';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { openOfflineMarket } from './offline-market.ts';
import { openSmallMarket } from './small-market.ts';
import { openTestApp } from './test-app.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';
import { openTwoMarkets } from './two-markets.ts';

/**
 * What a suite opens before its tests and closes after them, in the reverse order of opening. It stands for what `open`
 * gives from the first test on; an earlier look at it throws.
 */
export function forSuite<Thing extends object>(
  open: () => Promise<Thing>,
  close?: (thing: Thing) => Promise<unknown>,
): Thing {
  const held: { thing?: Thing } = {};
  const thing = (): Thing => {
    if (!held.thing) throw new Error('this suite has not been opened yet');
    return held.thing;
  };
  beforeAll(async () => {
    held.thing = await open();
  });
  if (close) afterAll(() => held.thing && close(held.thing));
  return new Proxy({} as Thing, {
    get(_target, name) {
      const value: unknown = Reflect.get(thing(), name);
      return typeof value === 'function' ? (value.bind(thing()) as unknown) : value;
    },
    set: (_target, name, value) => Reflect.set(thing(), name, value),
    has: (_target, name) => Reflect.has(thing(), name),
  });
}

/** A database of the suite's own. */
export function databaseForSuite(options: { isEmpty?: boolean } = {}): TestDatabase {
  return forSuite(
    () => openTestDatabase(options),
    (one) => one.stop(),
  );
}

/** Two markets behind a server: whoever asks does it over HTTP. */
export function twoMarketsForSuite() {
  const opened = databaseForSuite();
  const app = forSuite(
    () => openTestApp(opened.database),
    (one) => one.close(),
  );
  const market = forSuite(() => openTwoMarkets(app, opened.database));
  return { opened, app, market };
}

/** Two markets without a server. */
export function smallMarketForSuite() {
  const opened = databaseForSuite();
  return { opened, market: forSuite(() => openSmallMarket(opened.database)) };
}

/** A market with devices; what its suite leaves in the ledger is sound. */
export function offlineMarketForSuite() {
  const place = forSuite(openOfflineMarket, (one) => one.stop());
  afterAll(async () => expect(await place.findings()).toEqual([]));
  return place;
}

/** Asks once more at the end of a suite: no drift, no half of a movement. */
export function auditAfterSuite(opened: TestDatabase): void {
  afterAll(async () => expect((await auditLedger(opened.database)).findings).toEqual([]));
}
