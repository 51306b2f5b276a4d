import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#src/server/run/config.ts';
import { listCopies } from '#src/server/run/postgres/backup/keep-copies.ts';
import { startServer } from '#src/server/run/start-server.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a server with a folder of copies makes one at once', async () => {
  const copies = join(folder, 'usb');
  mkdirSync(copies);
  const environment = { DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'silent', METRICS_PORT: '0' };
  const config = readConfig({ ...environment, BACKUP_DIR: copies });
  const onFatal = (reason: string): never => {
    throw new Error(reason);
  };
  const server = await startServer(config, { clientDir: join(folder, 'none'), onFatal });
  await expect.poll(() => listCopies(copies).length, { timeout: 120_000 }).toBe(1);
  await server.stop();
});

it('an unreadable folder of copies stops no server', async () => {
  const copies = join(folder, 'torn-out');
  writeFileSync(copies, 'no folder any more');
  const environment = { DATA_DIR: join(folder, 'other'), PORT: '0', LOG_LEVEL: 'silent', METRICS_PORT: '0' };
  const config = readConfig({ ...environment, BACKUP_DIR: copies });
  const unheard: unknown[] = [];
  const hear = (reason: unknown): void => void unheard.push(reason);
  process.on('unhandledRejection', hear);
  const server = await startServer(config, { clientDir: join(folder, 'none'), onFatal: expect.fail });
  expect((await fetch(`${server.url}/api/v1/ready`)).status).toBe(200);
  await server.stop();
  process.off('unhandledRejection', hear);
  expect(unheard).toEqual([]);
});
