import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Files of the core, tests and scripts with lists that name extras. */
const lists = [
  ...readdirSync('src/client')
    .filter((name) => /^extra(s|-[a-z-]+)\.ts$/.test(name))
    .map((name) => `src/client/${name}`),
  'src/server/extras.ts',
  'scripts/bundle/pages.ts',
  'scripts/month/extra-beginnings.ts',
  'tests/matrix/extra-rules.ts',
];

/**
 * Returns the text of a list without its import of `extra`, the entries of that import, and paths of its
 * files.
 */
function withoutExtra(text: string, extra: string): string {
  const names = new Set<string>();
  const paths = new RegExp(`^\\s*'src/extras/${extra}/[^']*',\\n`, 'gm');
  const rest = text
    .replaceAll(paths, '')
    .replaceAll(
      new RegExp(`^import \\{([^}]*)\\} from '#(?:src|tests|scripts|lab)/extras/${extra}/[^']*';\\n`, 'gm'),
      (_line, imported: string) => {
        for (const name of imported.split(',')) names.add(name.trim());
        return '';
      },
    );
  const entry = new RegExp(
    `(?<=[\\[{,]\\s*)(?:\\.\\.\\.|'?[\\w-]+'?: )?\\b(?:${[...names].join('|')})\\b,?\\s*`,
    'g',
  );
  return names.size === 0 ? rest : rest.replaceAll(entry, '');
}

/**
 * Removes the tests in `folder` that import `extra`. Some are not in tests/extras, because they are campaigns
 * of the lab or run the extra together with the core. They test the extra and do not compile without it.
 */
function removeTestsOf(extra: string, folder: string): void {
  const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => join(folder, path));
  const imported = new RegExp(`'#(?:src|tests|scripts|lab)/extras/${extra}/`);
  for (const test of tests) if (imported.test(readFileSync(test, 'utf8'))) rmSync(test);
}

/**
 * Copies the product into a separate folder, removes `extra` there, and runs the types, the build and the
 * tests of the core.
 */
function tryWithout(extra: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), `without-${extra}-`));
  const skipped = new Set(['node_modules', '.git', '.cache', 'dist', 'data'].map((name) => resolve(name)));
  cpSync('.', folder, { recursive: true, filter: (path) => !skipped.has(resolve(path)) });
  // As hard links: the bundler resolves a linked folder to its original place.
  spawnSync('cp', ['-al', resolve('node_modules'), folder], { stdio: 'inherit' });
  for (const room of ['src', 'tests', 'scripts', 'lab'])
    rmSync(join(folder, room, 'extras', extra), { recursive: true, force: true });
  for (const room of ['tests', 'lab']) removeTestsOf(extra, join(folder, room));
  for (const list of lists) {
    const path = join(folder, list);
    writeFileSync(path, withoutExtra(readFileSync(path, 'utf8'), extra));
  }
  const steps = [
    ['npx', 'tsc', '-b'],
    ['npm', 'run', 'build'],
    ['npx', 'vitest', 'run', '--project', 'fast', '--project', 'alone', '--project', 'server'],
  ];
  const failed = steps.find(([command = '', ...args]) => {
    const { status } = spawnSync(command, args, { cwd: folder, stdio: 'inherit' });
    return status !== 0;
  });
  rmSync(folder, { recursive: true });
  console.log(failed === undefined ? `✓ without ${extra}` : `✗ without ${extra}: ${failed.join(' ')}`);
  return failed === undefined;
}

const all = readdirSync('src/extras');
const asked = process.argv.slice(2);
const unknown = asked.filter((extra) => !all.includes(extra));
if (unknown.length > 0) throw new Error(`No extra: ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
const failed = (asked.length > 0 ? asked : all).filter((extra) => !tryWithout(extra));
if (failed.length > 0) process.exitCode = 1;
