import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

export type FoundChromium = { readonly path: string; readonly version: string };

/** Returns where browsers of Chromium's family are installed on this platform, in no order. */
export function installedPaths(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): string[] {
  if (platform === 'darwin')
    return ['/Applications', posix.join(environment['HOME'] ?? homedir(), 'Applications')].flatMap((folder) =>
      ['Chromium', 'Google Chrome', 'Microsoft Edge'].map((name) =>
        posix.join(folder, `${name}.app/Contents/MacOS`, name),
      ),
    );
  if (platform === 'win32')
    return ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData']
      .flatMap((name) => environment[name] ?? [])
      .flatMap((folder) => [
        win32.join(folder, 'Chromium', 'Application', 'chrome.exe'),
        win32.join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        win32.join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
      ]);
  return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'].map(
    (name) => posix.join('/usr/bin', name),
  );
}

const versionNumber = /\b(\d+(?:\.\d+){3})\b/;

/** Returns the version of the browser at `path`, or null when it does not run. */
export function versionOf(path: string, platform: NodeJS.Platform = process.platform): string | null {
  if (!existsSync(path)) return null;
  // On Windows `--version` opens a window; the version is the name of a folder beside the program.
  if (platform === 'win32') return newest(readdirSync(win32.dirname(path)).flatMap(numberIn)) ?? null;
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 ? (numberIn(stdout)[0] ?? null) : null;
}

/** Returns the newest browser that is installed and runs, or null. */
export function newestInstalled(paths = installedPaths()): FoundChromium | null {
  const found = paths.flatMap((path): FoundChromium[] => {
    const version = versionOf(path);
    return version === null ? [] : [{ path, version }];
  });
  const best = newest(found.map(({ version }) => version));
  return found.find(({ version }) => version === best) ?? null;
}

export function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0;
}

function newest(versions: readonly string[]): string | undefined {
  return versions.toSorted((one, other) => (isNewer(one, other) ? -1 : 1))[0];
}

function numberIn(text: string): string[] {
  const [, number] = versionNumber.exec(text) ?? [];
  return number === undefined ? [] : [number];
}
