import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '../run-command.ts';

const port = '20317';
const patienceMs = 60_000;

/**
 * Unpacks the archive far from the sources, starts it on an empty folder and again on the same one, and
 * audits it, with nothing in the environment that leads back. Rejects on any failure.
 */
export async function tryPackage(archive: string, name: string, version: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  chmodSync(folder, 0o755);
  const home = join(folder, name);
  const environment = {
    PATH: process.env['PATH'] ?? '',
    PORT: port,
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'warn',
  };
  try {
    await runCommand('tar', ['-xzf', archive, '-C', folder]);
    const first = await startAndStop(home, environment, version);
    const again = await startAndStop(home, environment, version);
    process.stdout.write(`start: on an empty folder ${first} ms, again ${again} ms\n`);
    const audit = spawnSync('npm', ['run', '--silent', 'audit'], {
      cwd: home,
      env: environment,
      encoding: 'utf8',
    });
    if (audit.status !== 0)
      throw new Error(`the audit of the package failed: ${audit.stdout}${audit.stderr}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lets systemd verify the units, where it exists; returns whether it did. Throws on a fault. */
export function verifyUnits(units: readonly string[]): boolean {
  const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8' });
  if (error) return false;
  if (status !== 0 || units.some((unit) => stderr.includes(unit)))
    throw new Error(`systemd finds fault with the units: ${stderr}`);
  return true;
}

/** Time from the command to the first page with the database behind it, ms. */
async function startAndStop(home: string, env: NodeJS.ProcessEnv, version: string): Promise<number> {
  const startedAt = performance.now();
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: home,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (bytes: Buffer) => void (said += bytes.toString()));
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
  try {
    while (!(await answers('/api/v1/ready'))) {
      if (server.exitCode !== null || performance.now() - startedAt > patienceMs)
        throw new Error(`the package did not start: ${said}`);
      await sleep(10);
    }
    const took = Math.round(performance.now() - startedAt);
    if (!(await answers('/'))) throw new Error('the package serves no page');
    const health = await fetch(`http://127.0.0.1:${port}/api/v1/health`);
    const answer = (await health.json()) as { version?: string };
    if (answer.version !== version) throw new Error(`the package says it is ${answer.version}`);
    return took;
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

async function answers(path: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status === 200;
}
