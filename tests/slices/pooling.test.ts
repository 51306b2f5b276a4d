import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Database, usualPool, type PoolLimits } from '#src/server/store/database.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { holdSettingsOfRole } from '#src/server/store/session-settings.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';

const opened = databaseForSuite();

async function withLimits(
  limits: Partial<PoolLimits>,
  work: (database: Database) => Promise<void>,
  databaseUrl = opened.databaseUrl,
): Promise<void> {
  const database = await openPostgres({
    databaseUrl,
    limits: { ...usualPool, money: 1, read: 1, ...limits },
    log: () => undefined,
  });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

const settings = async (database: Database): Promise<Record<string, string>> => {
  const names = ['enable_seqscan', 'jit', 'statement_timeout', 'idle_in_transaction_session_timeout'];
  const { rows } = await database.query<{ name: string; setting: string }>({
    text: 'select name, setting from pg_settings where name = any($1)',
    values: [names],
  });
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
};

const held = {
  enable_seqscan: 'off',
  jit: 'off',
  statement_timeout: '7000',
  idle_in_transaction_session_timeout: '60000',
};

async function preparedNames(database: Database): Promise<string[]> {
  await database.query({ name: 'counted', text: 'select $1::int', values: [1] });
  await database.transaction((session) =>
    session.query({ name: 'counted-too', text: 'select $1::int + 1', values: [1] }),
  );
  const { rows } = await database.query<{ name: string }>({
    text: 'select name from pg_prepared_statements',
  });
  return rows.map(({ name }) => name).sort();
}

describe('session settings of the database', () => {
  it('are sent on each connection without a pooler', async () => {
    await withLimits({ statementSeconds: 7 }, async (database) => {
      expect(await settings(database)).toEqual(held);
      expect(await preparedNames(database)).toEqual(['counted', 'counted-too']);
    });
  });

  it('belong to the role behind a transaction pooler, even on connections opened before', async () => {
    const limits = { ...usualPool, money: 1, read: 1, statementSeconds: 7, pooler: 'transaction' as const };
    await withLimits(limits, async (database) => {
      expect(await settings(database)).not.toEqual(held);
      await holdSettingsOfRole(database, limits, (_level, message) => expect.fail(message));
      // The connection for reads was ended while idle: the pool opens another.
      expect(await settings(database)).toEqual(held);
      expect(await preparedNames(database)).toEqual([]);
    });
  });
});

/** A proxy to PostgreSQL that can swallow packets, like a firewall or a hanging host. */
async function openLine(): Promise<{ url: string; swallow: () => void; close: () => void }> {
  const target = new URL(opened.databaseUrl);
  const folder = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  let swallows = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect({ host: target.hostname, port });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    near.on('data', (bytes) => swallows || far.write(bytes));
    far.on('data', (bytes) => swallows || near.write(bytes));
    near.once('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(opened.databaseUrl);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    swallow: () => void (swallows = true),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

it('include a limit on waiting for a silent database', async () => {
  const line = await openLine();
  try {
    await withLimits(
      { statementSeconds: 1 },
      async (database) => {
        await database.query({ text: 'select 1' });
        line.swallow();
        await expect(database.query({ text: 'select 1' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      },
      line.url,
    );
  } finally {
    line.close();
  }
});
