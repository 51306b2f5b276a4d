import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '#src/server/run/config.ts';
import { startServer } from '#src/server/run/start-server.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

const opened = databaseForSuite();
const dataDir = `${temporaryFolder()}/data`;
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('reports to proxies that it stops before its port closes, and answers calls meanwhile', async () => {
  const config = readConfig({
    DATABASE_URL: opened.databaseUrl,
    DATA_DIR: dataDir,
    PORT: '0',
    STOP_DELAY_SECONDS: '1',
    LOG_LEVEL: 'silent',
  });
  const onFatal = (reason: string) => expect.fail(reason);
  const server = await startServer(config, { clientDir: '/there-is-none', onFatal });
  const get = (path: string) => fetch(`${server.url}/api/v1/${path}`);
  expect((await get('ready')).status).toBe(200);
  const stopped = server.stop();
  const ready = await get('ready');
  expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
  expect(await ready.json()).toMatchObject({ code: 'UNAVAILABLE' });
  const call = await get('health');
  expect([call.status, call.headers.get('connection')]).toEqual([200, 'close']);
  await stopped;
  await expect(get('health')).rejects.toThrow('fetch failed');
});
