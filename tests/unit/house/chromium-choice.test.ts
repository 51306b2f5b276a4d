import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  installedPaths,
  isNewer,
  newestInstalled,
  versionOf,
} from '#tests/support/browser/installed-chromium.ts';

// @vitest-environment node

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'browsers-'));
  for (const [name, says] of [
    ['old', 'echo "Chromium 98.0.4758.102"'],
    ['new', 'echo "Google Chrome 156.0.8078.79"'],
    ['broken', 'echo "Chromium 999.0.0.0"; exit 1'],
  ] as const) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${says}\n`);
    chmodSync(join(folder, name), 0o755);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('the browser for tests', () => {
  test('is the newest that runs, in any order of discovery', () => {
    const paths = ['old', 'broken', 'new', 'missing'].map((name) => join(folder, name));
    expect(newestInstalled(paths)).toEqual({ path: join(folder, 'new'), version: '156.0.8078.79' });
    expect(newestInstalled([...paths].reverse())?.version).toBe('156.0.8078.79');
    expect(newestInstalled([join(folder, 'broken')])).toBeNull();
  });

  test('is chosen by comparing versions as numbers, not letters', () => {
    expect(isNewer('100.0.0.0', '99.9.9.9')).toBe(true);
    expect(isNewer('147.0.0', '147.0.0')).toBe(false);
  });

  test('is looked for where macOS and Windows install it', () => {
    expect(installedPaths('darwin', { HOME: '/Users/ana' })).toContain(
      '/Users/ana/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    );
    expect(
      installedPaths('win32', { ProgramFiles: 'C:\\Program Files', LocalAppData: 'C:\\Local' }),
    ).toContain('C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe');
    expect(installedPaths('linux', {})).toContain('/usr/bin/chromium');
  });

  test("takes its version from a folder's name on Windows, where querying it opens a window", () => {
    const application = join(folder, 'Application');
    for (const name of ['147.0.7000.1', '156.0.8078.79', 'Dictionaries'])
      mkdirSync(join(application, name), { recursive: true });
    writeFileSync(join(application, 'chrome.exe'), '');
    // This machine's separator stands for that of Windows, whose `dirname` reads both.
    expect(versionOf(`${application}/chrome.exe`, 'win32')).toBe('156.0.8078.79');
  });
});
