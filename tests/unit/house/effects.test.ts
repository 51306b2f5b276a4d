import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesUnder } from '#scripts/checks/files-under.ts';

const effect = /\buse(?:Layout|Insertion)?Effect\(\s*/g;

/** Calls of an effect hook whose function has no braces, as `file: text after the parenthesis`. */
function unbraced(file: string, source: string): string[] {
  return [...source.matchAll(effect)]
    .map((match) => source.slice(match.index + match[0].length).split('\n', 1)[0] ?? '')
    .filter((start) => !start.startsWith('() => {'))
    .map((start) => `${file}: ${start}`);
}

// React calls an effect's return value when the component unmounts. `window.scrollTo` returns a promise from
// Chromium 156 on.
test('writes every effect with braces, so that it returns only what it intends', () => {
  const files = filesUnder('src', /\.tsx?$/);
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((path) => unbraced(path, readFileSync(path, 'utf8')));
  expect(found).toEqual([]);
});
