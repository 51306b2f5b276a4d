import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath, libraryPath } from '#tests/support/browser/chromium-path.ts';
import { quietArguments } from '#tests/support/browser/chromium.ts';

/** Starts a headless Chromium that another tool drives through a port. */
export async function openChromiumPort(): Promise<{ port: number; close: () => Promise<void> }> {
  const path = await chromiumPath();
  const profile = mkdtempSync(join(tmpdir(), 'chromium-port-'));
  const args = ['--headless', ...quietArguments, '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const chromium = spawn(path, args, { env: { ...process.env, ...libraryPath(path) } });
  const port = await new Promise<number>((resolve, reject) => {
    let said = '';
    chromium.stderr.on('data', (words: Buffer) => {
      said += words.toString();
      const listening = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said);
      if (listening) resolve(Number(listening[1]));
    });
    chromium.once('exit', () => reject(new Error(`Chromium ended: ${said}`)));
  });
  return {
    port,
    async close() {
      const ended = once(chromium, 'exit');
      chromium.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
