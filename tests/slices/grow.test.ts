import { describe, expect, it } from 'vitest';
import { callsOf } from '#lab/grow/calls.ts';
import { fillWorld } from '#lab/grow/world.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { twoMarketsForSuite } from '#tests/support/for-suite.ts';
import { foldAll } from '#tests/support/server/fold-all.ts';

describe('a data set made by SQL', () => {
  const { opened, app, market } = twoMarketsForSuite();

  it('could have been written by the ledger, and every call works on it', async () => {
    await fillWorld(opened.database, market, { purchases: 400, aDay: 400 });
    await foldAll(opened.database, 'America/Bogota');
    const shown: Record<string, number> = {};
    for (const { name, ask } of await callsOf(app, opened.database, market)) shown[name] = await ask();
    expect(shown['purchases (GLOBAL_MARKET)']).toBeGreaterThan(1);
    expect(shown['purchases of a code (GLOBAL_MARKET)']).toBe(1);
    const audit = await auditLedger(opened.database);
    expect(audit.findings).toEqual([]);
    expect(audit.movements).toBeGreaterThan(300);
  });
});
