import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#tests/support/server/free-port.ts';
import { apiEnvironment, untilReady } from './apis.ts';
import type { World } from './world.ts';

/** A sentence of refusal by a release that cannot work with the newer schema. */
const refusal = /versión más nueva del programa \(migración [\w-]+/;

/**
 * Starts one more process of the last release on the present schema: returns `starts`, or its sentence of
 * refusal. Rejects when it does neither.
 */
export async function startAgain({ folder, fronts }: World, project: string): Promise<string> {
  const port = await freePort();
  const dataDir = join(folder, 'last-release-data');
  mkdirSync(dataDir, { mode: 0o700, recursive: true });
  const environment = apiEnvironment(folder, fronts, { port, dataDir, poolsBy: 'none' });
  const child = spawn(process.execPath, [join(project, 'dist/server/main.js')], {
    env: { PATH: process.env['PATH'], ...environment, STOP_DELAY_SECONDS: '0' },
    cwd: project,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => void (said += bytes.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const outcome = await Promise.race([
    untilReady(port).then(() => 'starts'),
    ended.then(() => refusal.exec(said)?.[0] ?? null),
  ]);
  child.kill('SIGTERM');
  await ended;
  if (outcome === null) throw new Error(`the last release does not start on the new schema: ${said}`);
  return outcome === 'starts' ? outcome : `refuses: ${outcome})`;
}
