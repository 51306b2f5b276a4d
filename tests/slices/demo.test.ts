import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '#tests/support/server/test-database.ts';
import { freePort } from '#tests/support/server/free-port.ts';

const accounts = [
  ['admin@demo.co', 'ADMIN'],
  ['mercado@demo.co', 'GLOBAL_MARKET'],
  ['recarga@demo.co', 'RECARGA'],
  ['estante@demo.co', 'ESTANTE'],
  ['estante2@demo.co', 'ESTANTE'],
  ['proveedor@demo.co', 'PROVEEDOR'],
] as const;

describe('npm run demo', () => {
  let dataDir: string;
  let port: number;
  let demo: ChildProcess;
  let printed = '';
  const run = (script: string, ...words: string[]) =>
    spawnSync('npx', ['tsx', script, ...words], {
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' },
    });

  beforeAll(async () => {
    dataDir = temporaryFolder();
    port = await freePort();
    const environment = { ...process.env, DATA_DIR: dataDir, PORT: String(port) };
    demo = spawn(process.execPath, ['--import', 'tsx', 'scripts/demo/demo.ts'], { env: environment });
    demo.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    await vi.waitUntil(() => printed.includes('El administrador entra por'), { timeout: 100_000 });
  });
  afterAll(() => {
    demo.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('prints the address and the accounts, and each of them signs in', async () => {
    expect(printed).toContain(`http://localhost:${port}`);
    for (const [email, userType] of accounts) {
      expect(printed).toContain(email);
      const answer = await fetch(`http://localhost:${port}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, userType, password: 'demo1234' }),
      });
      expect([email, answer.status]).toEqual([email, 200]);
    }
  });

  it('has sums that add up, asked of the running server and of its data', async () => {
    const running = run('scripts/operator/audit.ts', '--full');
    expect([running.status, running.stdout]).toEqual([
      0,
      expect.stringContaining('todos los asientos suman 0'),
    ]);
    const ended = new Promise((resolve) => demo.once('exit', resolve));
    demo.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(run('scripts/operator/audit.ts', '--full').stdout).toBe(
      running.stdout.replace(' (en marcha)', ''),
    );
  });

  it('is never served as the real thing', () => {
    const real = run('scripts/start.ts');
    expect([real.status, real.stderr]).toEqual([1, expect.stringContaining('son de la demostración')]);
  });
});
