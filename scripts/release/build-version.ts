import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns this build's name: the version of package.json and, if known, its commit. At most 40 characters,
 * because devices report it to the server. SOURCE_COMMIT names the commit when the sources have no history.
 */
export function buildVersion(): string {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const commit = process.env['SOURCE_COMMIT'] ?? git('rev-parse', 'HEAD') ?? '';
  if (!/^[0-9a-f]{7,40}$/.test(commit)) return version;
  const isChanged = (git('status', '--porcelain', '--untracked-files=no') ?? '') !== '';
  return `${version}+${commit.slice(0, 7)}${isChanged ? '.changed' : ''}`;
}

function git(...parameters: string[]): string | null {
  try {
    return execFileSync('git', parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}
