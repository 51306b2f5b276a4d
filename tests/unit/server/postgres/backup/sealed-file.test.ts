import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSealed, readSealedHeader, sealFolder } from '#src/server/postgres/backup/sealed-file.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

const key = { by: 'key-file' as const, key: new Uint8Array(32).fill(7) };

/** A folder sealed by an earlier release, without compression. */
const closedBefore =
  'bWVyY2Fkby1iYWNrdXAtc2VhbGVkLTEKeyJieSI6ImtleS1maWxlIiwic2FsdCI6IjZSc3VURHo0UjNDQmRBaGdBUHcwTkE9PSIsIm5vbmNlIjoieU5MdisrV0dCQT09In0KNicyRTw3MwsqNO/XT55HxKgj8VYxyajoNhqGiQG/P48fObGPKVubSExhL4T7k0tc/khCyDBsnYZwy+0TUqNSwfDDMORJMX8Ri4sD1CIsY5dFwtcoQhHG67cnY9TfFeDpr0t3VHdK34MFDOkZejiwu1ctKYa0yjK4VVyoBYWr96MdKwg2OvONgogzz0XycYYiZk91QH67LiKN3dXaZoTils0gSk2peh/eQZzfEYRrX4NBBgOEQes5gmMuMd9Pn6xLU+HpXwHbdch1';

let room = '';
beforeEach(() => {
  room = temporaryFolder();
});
afterEach(() => fs.rmSync(room, { recursive: true, force: true }));

it('is much smaller than its contents, and restores them unchanged', () => {
  const from = join(room, 'from');
  fs.mkdirSync(join(from, 'empty/inside'), { recursive: true });
  const files = {
    // Larger than a part, with a partial last one.
    pages: Buffer.from('un renglón de una página que se repite '.repeat(100_000)),
    noise: randomBytes(1_048_576 + 17),
    none: Buffer.alloc(0),
    'empty/inside/one': Buffer.from('\n{"end":true}\n'),
  };
  for (const [name, content] of Object.entries(files)) fs.writeFileSync(join(from, name), content);
  const target = join(room, 'closed');
  sealFolder(from, target, key);
  const { size } = fs.statSync(target);
  expect(size).toBeLessThan(1_048_576 * 1.2);

  const back = join(room, 'back');
  fs.mkdirSync(back);
  openSealed(target, back, key);
  for (const [name, content] of Object.entries(files))
    expect(fs.readFileSync(join(back, name)).equals(content)).toBe(true);
});

it('opens files sealed before compression was added', () => {
  const target = join(room, 'closed');
  fs.writeFileSync(target, Buffer.from(closedBefore, 'base64'));
  expect(readSealedHeader(target)).toBe('key-file');
  const back = join(room, 'back');
  fs.mkdirSync(back);
  openSealed(target, back, key);
  expect(fs.readFileSync(join(back, 'data/PG_VERSION'), 'utf8')).toBe('18\n');
  expect(fs.readFileSync(join(back, 'data/base/1'), 'utf8')).toBe('renglón '.repeat(3));
  expect(fs.readFileSync(join(back, 'data/base/2'), 'utf8')).toBe('');
});
