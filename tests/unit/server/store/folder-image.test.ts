import fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packFolderImage, unpackFolderImage } from '#src/server/store/embedded/folder-image.ts';
import { temporaryFolder } from '#tests/support/embedded.ts';

let folder = '';
const inside = (...parts: string[]): string => join(folder, ...parts);

beforeEach(() => {
  folder = temporaryFolder();
  fs.mkdirSync(inside('from', 'base', 'empty'), { recursive: true });
  fs.writeFileSync(inside('from', 'PG_VERSION'), '18\n', { mode: 0o600 });
  fs.writeFileSync(inside('from', 'base', '1'), Buffer.from([0, 10, 13, 255]));
  fs.writeFileSync(inside('from', 'base', '2'), '');
  packFolderImage(inside('cache', 'image'), inside('from'));
});

afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

it('gives back every file and folder', () => {
  expect(unpackFolderImage(inside('cache', 'image'), inside('to'))).toBe(true);
  expect(new Set(fs.readdirSync(inside('to'), { recursive: true, encoding: 'utf8' }))).toEqual(
    new Set(fs.readdirSync(inside('from'), { recursive: true, encoding: 'utf8' })),
  );
  expect(fs.readFileSync(inside('to', 'base', '1'))).toEqual(Buffer.from([0, 10, 13, 255]));
  expect(fs.statSync(inside('to', 'PG_VERSION')).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(inside('cache'))).toEqual(['image']);
});

it('gives nothing from an image that is missing, cut short or altered', () => {
  expect(unpackFolderImage(inside('cache', 'other'), inside('to'))).toBe(false);
  const image = fs.readFileSync(inside('cache', 'image'));
  const altered = Buffer.from(image);
  altered[altered.length - 3] = (altered.at(-3) ?? 0) ^ 1;
  for (const damaged of [Buffer.alloc(0), image.subarray(0, 40), image.subarray(0, -1), altered]) {
    fs.writeFileSync(inside('cache', 'image'), damaged);
    expect(unpackFolderImage(inside('cache', 'image'), inside('to'))).toBe(false);
    expect(fs.existsSync(inside('to'))).toBe(false);
  }
});
