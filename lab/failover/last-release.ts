import { execFileSync } from 'node:child_process';
import { readFileSync, rmdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCommand } from '#scripts/run-command.ts';

type Release = { version: string; commit: string };

/** Returns the newest release in CHANGELOG.md, and the commit to upgrade from. */
export function lastRelease(changelog = readFileSync('CHANGELOG.md', 'utf8')): Release {
  const [, version, commit] = /^## (\d[\d.]*)[^\n]*?\b([0-9a-f]{12,40})$/m.exec(changelog) ?? [];
  if (version === undefined || commit === undefined)
    throw new Error('CHANGELOG.md names no commit of a release');
  return { version, commit };
}

/** Builds the server of that commit in a separate working tree under `folder`, with today's packages. */
export async function buildRelease(
  commit: string,
  folder: string,
): Promise<{ project: string; remove: () => void }> {
  const project = join(folder, 'last-release');
  execFileSync('git', ['worktree', 'add', '--detach', '--force', project, commit], { stdio: 'ignore' });
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
  const vite = resolve('node_modules/vite/bin/vite.js');
  const build = `cd '${project}' && '${process.execPath}' '${vite}' build --config vite.server.config.ts --logLevel warn`;
  await runCommand('sh', ['-c', build]);
  return {
    project,
    remove: () => {
      execFileSync('git', ['worktree', 'remove', '--force', project], { stdio: 'ignore' });
      rmdirSync(folder);
    },
  };
}
