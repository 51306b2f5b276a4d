import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { Decrypter } from 'age-encryption';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSealed, sealFolder } from '#src/server/run/postgres/backup/sealed-file.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

const key = { by: 'key-file' as const, key: new Uint8Array(32).fill(7) };

let room = '';
beforeEach(() => {
  room = temporaryFolder();
});
afterEach(() => fs.rmSync(room, { recursive: true, force: true }));

it('is much smaller than its contents, and restores them unchanged', async () => {
  const from = join(room, 'from');
  fs.mkdirSync(join(from, 'empty/inside'), { recursive: true });
  const files = {
    // Larger than a part, with a partial last one.
    pages: Buffer.from('un renglón de una página que se repite '.repeat(100_000)),
    noise: randomBytes(1_048_576 + 17),
    none: Buffer.alloc(0),
    'empty/inside/one': Buffer.from('one'),
  };
  for (const [name, content] of Object.entries(files)) fs.writeFileSync(join(from, name), content);
  const target = join(room, 'closed');
  await sealFolder(from, target, key);
  const { size } = fs.statSync(target);
  expect(size).toBeLessThan(1_048_576 * 1.2);

  const back = join(room, 'back');
  fs.mkdirSync(back);
  await openSealed(target, back, key);
  for (const [name, content] of Object.entries(files))
    expect(fs.readFileSync(join(back, name)).equals(content)).toBe(true);
});

it('is a tar archive in gzip that the tools of age and tar open with the passphrase', async () => {
  const from = join(room, 'from');
  fs.mkdirSync(join(from, 'base'), { recursive: true });
  fs.writeFileSync(join(from, 'base/1'), 'renglón\n');
  const target = join(room, 'closed');
  const words = { by: 'passphrase' as const, words: 'una frase larga' };
  await sealFolder(from, target, words);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(words.words);
  fs.writeFileSync(join(room, 'copy.tar.gz'), await decrypter.decrypt(fs.readFileSync(target)));
  execFileSync('tar', ['-xzf', 'copy.tar.gz'], { cwd: room });
  expect(fs.readFileSync(join(room, 'base/1'), 'utf8')).toBe('renglón\n');
  await openSealed(target, join(room, 'back'), words);
  expect(fs.readFileSync(join(room, 'back/base/1'), 'utf8')).toBe('renglón\n');
});
