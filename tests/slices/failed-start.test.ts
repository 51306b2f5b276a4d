import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#src/server/run/config.ts';
import { startServer } from '#src/server/run/start-server.ts';
import { createUndoing } from '#src/server/run/start/undoing.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

describe('a server whose port is taken', () => {
  const opened = databaseForSuite();
  let other: Server;
  let environment: Record<string, string>;
  const folder = temporaryFolder();
  beforeAll(async () => {
    other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    environment = {
      DATABASE_URL: opened.databaseUrl,
      DATA_DIR: `${folder}/data`,
      KEY_FILE: `${folder}/key/master.key`,
      PORT: String((other.address() as AddressInfo).port),
      LOG_LEVEL: 'warn',
    };
  });
  afterAll(() => {
    other.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('prints one sentence, without a stack trace', async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [logged, said] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    expect(logged).not.toContain('the database is closed');
    expect(logged).not.toContain('"stack"');
    expect(said).toMatch(/^PORT: otro programa ya escucha en 127\.0\.0\.1:\d+; .*\n$/);
  });

  it('leaves nothing running, and can start later in the same process', async () => {
    const metricsPort = await freePort();
    const start = (port: string) =>
      startServer(
        readConfig({ ...environment, PORT: port, METRICS_PORT: String(metricsPort), LOG_LEVEL: 'silent' }),
        { clientDir: '/there-is-none', onFatal: (reason) => expect.fail(reason) },
      );
    const metrics = () => fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    await expect(start(environment['PORT'] ?? '')).rejects.toThrow('EADDRINUSE');
    await expect(metrics()).rejects.toThrow('fetch failed');
    const server = await start('0');
    expect((await metrics()).status).toBe(200);
    await server.stop();
    await expect(metrics()).rejects.toThrow('fetch failed');
  });
});

describe('undoing a start', () => {
  it('runs the steps from last to first, each once', async () => {
    const ran: string[] = [];
    const step = (name: string) => () => {
      ran.push(name);
      return Promise.resolve();
    };
    const undoing = createUndoing();
    undoing.add(step('database'));
    undoing.add(step('clock'));
    undoing.add(step('app'));
    await undoing.run();
    await undoing.run();
    expect(ran).toEqual(['app', 'clock', 'database']);
  });

  it('runs the rest after a failing step, and rethrows its failure', async () => {
    const undoing = createUndoing();
    let isClosed = false;
    undoing.add(() => {
      isClosed = true;
      return Promise.resolve();
    });
    undoing.add(() => Promise.reject(new Error('the port does not close')));
    await expect(undoing.run()).rejects.toThrow('the port does not close');
    expect(isClosed).toBe(true);
  });
});
