import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPassword } from '#scripts/demo/stories.ts';
import { buildVersion } from '#scripts/release/build-version.ts';
import { demoFacts } from '#src/domain/demo-facts.ts';
import { startByNpm, type NpmProgram } from '#tests/support/demo/npm-program.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

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
  let other: Server;
  let demo: NpmProgram;
  const run = (script: string, ...words: string[]) =>
    spawnSync('npx', ['tsx', script, ...words], {
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' },
    });

  beforeAll(async () => {
    dataDir = temporaryFolder();
    port = await freePort();
    other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    demo = await startByNpm(['demo'], { dataDir, port: String(port) });
  });
  afterAll(() => {
    other.close();
    demo.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('uses the next free port when its own is taken, and prints one sentence about it', () => {
    const taken = Number(new URL(demo.url).port);
    expect(taken).toBeGreaterThan(port);
    expect(demo.printed()).toContain(`El puerto ${port} está ocupado: la demostración usa el ${taken}.\n`);
  });

  it('prints the four steps with their addresses and a line of English', () => {
    for (const [path, english] of [
      ['punto', 'Turn $50,000 in cash into a paper code.'],
      ['estante', 'Scan the code and charge the purchase.'],
      ['celular', 'Watch the balance go down as it is spent.'],
      ['estante?sin-senal', 'Cut the link of the stall'],
    ] as const) {
      expect(demo.printed()).toContain(`${demo.url}/demo/${path}\n`);
      expect(demo.printed()).toContain(english);
    }
  });

  it('logs no warning, and has a real version', async () => {
    const warnings = demo
      .printed()
      .split('\n')
      .filter((line) => /^\{"level":[4-6]0/.test(line));
    expect(warnings).toEqual([]);
    const health: unknown = await (await fetch(`${demo.url}/api/v1/health`)).json();
    expect(health).toMatchObject({ version: buildVersion() });
  });

  it('embeds the accounts and a voucher with a balance in its pages', async () => {
    const page = await (await fetch(`${demo.url}/demo`)).text();
    const content = /<meta name="demo" content="([^"]*)"/.exec(page)?.[1] ?? '';
    const json = content.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    const facts = demoFacts.parse(JSON.parse(json));
    expect(facts).toMatchObject({ publicUrl: demo.url, password: demoPassword });
    const voucher = await fetch(
      `${demo.url}/api/v1/code-qr/search/${new URL(facts.link).searchParams.get('codeQrId')}`,
    );
    expect(await voucher.json()).toMatchObject({ state: 'ACTIVE' });
  });

  it('prints the accounts, each of which signs in', async () => {
    for (const [email, userType] of accounts) {
      expect(demo.printed()).toContain(email);
      const answer = await fetch(`${demo.url}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, userType, password: demoPassword }),
      });
      expect([email, answer.status]).toEqual([email, 200]);
    }
  });

  it('serves a day of two stalls and a kiosk that know the paper of the protocol alone', () => {
    const day = spawnSync(process.execPath, ['docs/protocol/check.mjs', demo.url], { encoding: 'utf8' });
    expect(day).toMatchObject({ stderr: '', status: 0 });
    expect(Number(/^(\d+) checks/.exec(day.stdout)?.[1])).toBeGreaterThan(190);
  });

  it('ends with npm, and has sums that add up, in the running server and in its data', async () => {
    const running = run('scripts/operator/audit.ts', '--full');
    expect([running.status, running.stdout]).toEqual([
      0,
      expect.stringContaining('todos los asientos suman 0'),
    ]);
    await demo.terminate();
    expect(run('scripts/operator/audit.ts', '--full').stdout).toBe(
      running.stdout.replace(' (en marcha)', ''),
    );
  });

  it('is never served as a real installation', () => {
    const real = run('scripts/start.ts');
    expect([real.status, real.stderr]).toEqual([1, expect.stringContaining('son de la demostración')]);
  });
});
