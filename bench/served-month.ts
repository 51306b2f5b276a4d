import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { runCommand } from '#scripts/run-command.ts';

const port = '3977';

/**
 * The month of `npm run month` (data/month or DATA_DIR, created when missing; or the one in DATABASE_URL),
 * served like by `npm run demo`.
 */
export async function serveMonth(): Promise<{ url: string; stop: () => Promise<void> }> {
  const environment = { ...process.env, DATA_DIR: process.env['DATA_DIR'] ?? 'data/month', PORT: port };
  const isMade = (process.env['DATABASE_URL'] ?? '') !== '' || existsSync(`${environment.DATA_DIR}/db`);
  if (!isMade) await runCommand('npx', ['tsx', 'scripts/month/month.ts']);
  const server = spawn(process.execPath, ['--import', 'tsx', 'scripts/demo/demo.ts'], { env: environment });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    const hear = (words: Buffer): void => {
      said += words.toString();
      if (said.includes(`:${port}`)) resolve();
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.once('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
  return {
    url: `http://localhost:${port}`,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    },
  };
}
