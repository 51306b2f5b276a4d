import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makePrivateFolder } from '#src/server/store/secrets/private-folder.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

let parent: string;
let umask: number;
beforeEach(() => {
  parent = temporaryFolder();
  umask = process.umask();
});
afterEach(() => {
  process.umask(umask);
  rmSync(parent, { recursive: true });
});

it('creates a folder, and everything the process creates later, for its own user only', () => {
  makePrivateFolder(join(parent, 'data', 'dev'));
  mkdirSync(join(parent, 'data', 'dev', 'later'));
  for (const path of ['data/dev', 'data/dev/later'])
    expect(statSync(join(parent, path)).mode & 0o777).toBe(0o700);
  // Above root's folders, PostgreSQL's user can pass through but list nothing.
  expect(statSync(join(parent, 'data')).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
});

it.each([0o750, 0o705, 0o744])('refuses a folder of mode %o, and names the remedy', (mode) => {
  chmodSync(parent, mode);
  expect(() => makePrivateFolder(parent)).toThrow(`chmod -R go-rwx '${parent}'`);
});
