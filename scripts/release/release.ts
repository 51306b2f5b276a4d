import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { runCommand } from '../run-command.ts';
import { releasedChanges } from './released-changes.ts';

/**
 * `npm run release -- 0.2.0`: sets the version in package.json, moves CHANGELOG.md's Unreleased section under
 * its heading, and makes one commit, one tag, one package. Refuses uncommitted changes and a version that is
 * not newer. First run `npm run test:all`.
 */
const [version = ''] = process.argv.slice(2);
try {
  if (git('status', '--porcelain') !== '') throw new Error('There are changes that are not committed.');
  const manifest = readFileSync('package.json', 'utf8');
  const { version: before } = JSON.parse(manifest) as { version: string };
  const changes = releasedChanges(readFileSync('CHANGELOG.md', 'utf8'), {
    before,
    version,
    day: new Date().toISOString().slice(0, 10),
    commit: git('rev-parse', 'HEAD'),
  });
  writeFileSync('CHANGELOG.md', changes);
  for (const file of ['package.json', 'package-lock.json'])
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replaceAll(
        new RegExp(`("name": "mercado-campesino",\\s+"version": )"${before.replaceAll('.', '\\.')}"`, 'g'),
        `$1"${version}"`,
      ),
    );
  git('commit', '--all', '--message', `chore(release): ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
  await runCommand('npm', ['run', '--silent', 'package']);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function git(...parameters: string[]): string {
  return execFileSync('git', parameters, { encoding: 'utf8' }).trim();
}
