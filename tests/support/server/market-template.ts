import { chmodSync, chownSync, cpSync, existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { quickFolder } from './quick-folder.ts';
import { startServerProcess } from './server-process.ts';

const environmentName = 'MARKET_TEMPLATE';

/**
 * vitest's global setup of browser tests: a market's data folder before its first use, created once by the
 * built server. Each test file starts on a copy, which saves the creation of a PostgreSQL.
 */
export async function setup(): Promise<() => void> {
  if (!existsSync('dist/server/main.js')) throw new Error('these tests run the built product: npm run build');
  const folder = quickFolder();
  const server = await startServerProcess({ DATA_DIR: folder, DATABASE_URL: '', NODE_ENV: 'production' });
  await server.stop();
  process.env[environmentName] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Fills an empty folder with it. Without the setup, as in `npm run reach`, it stays empty. */
export function fillFromTemplate(folder: string): void {
  const template = process.env[environmentName];
  if (!template) return;
  cpSync(template, folder, { recursive: true });
  // From Node 22 on a copied folder has other permissions. As root, PostgreSQL runs as another user.
  for (const name of readdirSync(template, { recursive: true, encoding: 'utf8' })) {
    const { uid, gid, mode } = lstatSync(join(template, name));
    chmodSync(join(folder, name), mode);
    if (process.getuid?.() === 0) chownSync(join(folder, name), uid, gid);
  }
}
