import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginEpoch } from '#src/server/journal/sql/epochs.ts';
import { readConfig } from '#src/server/run/config.ts';
import { purgeExpired } from '#src/server/run/retention/retention.ts';
import { startServer, type RunningServer } from '#src/server/run/start-server.ts';
import type { Database } from '#src/server/store/database.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { grantRunningRole } from '#src/server/store/rights/running-role.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { openTwoMarkets } from '#tests/support/market/two-markets.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';
import { openTestDatabase, temporaryFolder, type TestDatabase } from '#tests/support/server/test-database.ts';

describe('a server with a restricted database role', () => {
  let opened: TestDatabase;
  let server: RunningServer;
  let running: Database;
  const role = `corre_${randomUUID().slice(0, 8)}`;
  const dataDir = `${temporaryFolder()}/data`;

  beforeAll(async () => {
    opened = await openTestDatabase({ isEmpty: true });
    await opened.database.query({ text: `create role ${role} login password 'corre'` });
    const url = new URL(opened.databaseUrl);
    Object.assign(url, { username: role, password: 'corre' });
    const config = readConfig({
      DATABASE_URL: url.href,
      DATABASE_OWNER_URL: opened.databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
    });
    const onFatal = (reason: string) => expect.fail(reason);
    server = await startServer(config, { clientDir: '/there-is-none', onFatal });
    running = await openPostgres({ databaseUrl: url.href, log: () => undefined });
  });
  afterAll(async () => {
    await running.close();
    await server.stop();
    await opened.database.query({ text: `drop owned by ${role}` });
    await opened.database.query({ text: `drop role ${role}` });
    await opened.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('starts on an empty database, takes money, signs people in', async () => {
    expect((await fetch(`${server.url}/api/v1/ready`)).status).toBe(200);
    const app = await openTestApp(running);
    const market = await openTwoMarkets(app, running);
    expect(market.tokens['GLOBAL_MARKET']).toBeTruthy();
    const small = await openSmallMarket(running);
    await small.issue(20_000);
    await app.close();
  });

  it('is granted its rights by processes that start at the same time', async () => {
    const starts = Array.from({ length: 8 }, () => grantRunningRole(opened.database, role));
    expect(await Promise.allSettled(starts)).toEqual(starts.map(() => ({ status: 'fulfilled' })));
  });

  it('begins a new epoch when a device shows an operation that the database lost', async () => {
    const at = new Date();
    const epoch = { number: at.getTime(), after: 1, reason: 'noticed' as const, at };
    await running.transaction((session) => beginEpoch(session, epoch), 'money');
    const { rows } = await running.query({ text: 'select reason from epoch order by number desc limit 1' });
    expect(rows).toEqual([{ reason: 'noticed' }]);
  });

  it('forgets a person through the one function that may change names', async () => {
    const people = [randomUUID()];
    await expect(
      running.query({ text: 'select forget_in_records($1::uuid[])', values: [people] }),
    ).resolves.toBeTruthy();
  });

  it('purges expired data through the functions that check it', async () => {
    const now = new Date();
    const days = { sessions: 30, receipts: 90, envelopes: 90, events: 90 };
    await expect(purgeExpired(running, now, days)).resolves.toMatchObject({ envelopes: 0 });
    await expect(
      running.query({ text: `select slim_receipts('{a}'), slim_envelopes('{a}')` }),
    ).resolves.toBeTruthy();
  });

  it.each([
    'update movement set kind = kind',
    'delete from posting',
    'update posting set amount = amount + 1',
    'update purchase set amount = amount + 1',
    'delete from decision',
    'update receipt set answer = answer',
    'update consent set notice = notice',
    'update journal_entry set seq = seq',
    'truncate movement',
    'drop table posting',
    'alter table voucher disable trigger all',
    'create table mine (id int)',
    'delete from schema_migration',
    'delete from device_incident',
    'delete from receipt',
  ])('may not: %s', async (text) => {
    await expect(running.query({ text })).rejects.toMatchObject({ code: '42501' });
  });
});
