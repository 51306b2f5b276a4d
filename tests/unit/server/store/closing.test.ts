import { createServer, connect, type AddressInfo } from 'node:net';
import { Client } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openPostgres } from '#src/server/store/postgres.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';

const opened = databaseForSuite();

/** PostgreSQL's message to each connection when it stops before it has read the other side's goodbye. */
const lastWords = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
const goodbye = Buffer.from('X');

/** PostgreSQL behind a proxy that closes during the goodbye; returns its address. */
async function openDoor(): Promise<{ url: string; left: () => number }> {
  const { host, port, user, password, database } = new Client({ connectionString: opened.databaseUrl });
  let left = 0;
  const door = createServer((from) => {
    const to = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    from.on('data', (bytes) => {
      if (!bytes.subarray(0, 1).equals(goodbye)) return void to.write(bytes);
      const length = Buffer.alloc(4);
      length.writeInt32BE(lastWords.length + 4);
      from.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(lastWords)]));
      to.destroy();
    });
    to.on('data', (bytes) => from.write(bytes));
    for (const socket of [from, to]) socket.on('error', () => undefined);
    from.on('close', () => {
      left += 1;
      to.destroy();
    });
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void door.close());
  const { port: own } = door.address() as AddressInfo;
  return {
    url: `postgres://${user ?? ''}:${encodeURIComponent(String(password))}@127.0.0.1:${own}/${database ?? ''}`,
    left: () => left,
  };
}

it('closes connections to PostgreSQL without a warning, even when it stops at the same moment', async () => {
  const { url, left } = await openDoor();
  const said: string[] = [];
  const database = await openPostgres({ databaseUrl: url, log: (_level, text) => said.push(text) });
  await Promise.all(Array.from({ length: 2 }, () => database.query({ text: 'select pg_sleep(0.05)' })));
  const before = [...said];
  await database.close();
  await vi.waitUntil(() => left() >= 2);
  expect(said).toEqual(before);
});
