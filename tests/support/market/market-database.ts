import { Client } from 'pg';
import type { App } from '#src/server/http/fastify-app.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { openTestApp, type TestAppOptions } from '#tests/support/server/test-app.ts';
import {
  marketsOf,
  runningTestCluster,
  withName,
  type TestCluster,
} from '#tests/support/server/test-cluster.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { openTwoMarkets, type TwoMarkets } from './two-markets.ts';

/** How long its people stay signed in, unless a test says otherwise. */
const aDay = { ACCESS_TOKEN_MINUTES: '1440' };

export type ServedMarkets = { opened: TestDatabase; app: App; market: TwoMarkets };

/**
 * Opens two markets behind a server. A run opens them once by the real clock, signed in for a day, and each
 * caller gets a copy. A caller with another clock or a given database opens them there.
 */
export async function openServedMarkets(
  options: TestAppOptions = {},
  given: TestDatabase | null = null,
): Promise<ServedMarkets> {
  const cluster = runningTestCluster();
  if (cluster && !given && !options.now) {
    const market = await templateOf(cluster);
    const opened = await openTestDatabase({ template: marketsOf(cluster.template) });
    const app = await openTestApp(opened.database, options);
    await app.ready();
    return { opened, app, market };
  }
  const opened = given ?? (await openTestDatabase());
  const app = await openTestApp(opened.database, {
    ...options,
    environment: { ...aDay, ...options.environment },
  });
  return { opened, app, market: await openTwoMarkets(app, opened.database) };
}

/** Makes the template unless another process has: its description, written last, has the ids and tokens. */
async function templateOf({ url, template }: TestCluster): Promise<TwoMarkets> {
  const name = marketsOf(template);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rows } = await client.query<{ text: string | null }>(
      `select shobj_description(oid, 'pg_database') as text from pg_database where datname = $1`,
      [name],
    );
    const [known] = rows;
    if (known?.text) return JSON.parse(known.text) as TwoMarkets;
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name} template ${template}`);
    const database = await openPostgres({ databaseUrl: withName(url, name), log: () => undefined });
    const app = await openTestApp(database, { environment: aDay });
    const market = await openTwoMarkets(app, database);
    await app.close();
    await database.close();
    await client.query(`comment on database ${name} is ${client.escapeLiteral(JSON.stringify(market))}`);
    return market;
  } finally {
    await client.end();
  }
}
