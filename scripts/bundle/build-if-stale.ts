import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '#scripts/run-command.ts';

const sources = [
  'src',
  'public',
  'index.html',
  'manifest.webmanifest',
  'vite.config.ts',
  'package-lock.json',
];
const proofs = ['dist/client/index.html', 'dist/server/main.js'];

/** Builds client and server when there is no build or a source is newer than it. */
export async function buildIfStale(): Promise<void> {
  if (!isStale()) return;
  process.stdout.write('Construyendo la aplicación…\n');
  await runCommand('npm', ['run', '--silent', 'build']);
}

export function isStale(): boolean {
  if (proofs.some((path) => !existsSync(path))) return true;
  const built = Math.min(...proofs.map((path) => statSync(path).mtimeMs));
  return sources.some((path) => newest(path) > built);
}

function newest(path: string): number {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
