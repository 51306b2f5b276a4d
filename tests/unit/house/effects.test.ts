import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

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
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((path) => unbraced(path, readFileSync(join('src', path), 'utf8')));
  expect(found).toEqual([]);
});

test('finds an expression, a bare function and an expression on the next line', () => {
  expect(unbraced('a.tsx', 'useEffect(() => window.scrollTo(0, 0), []);')).toHaveLength(1);
  expect(unbraced('a.tsx', 'useLayoutEffect(stay, []);')).toHaveLength(1);
  expect(unbraced('a.tsx', 'useEffect(\n  () => announce(),\n  [],\n);')).toHaveLength(1);
  expect(unbraced('a.tsx', 'useEffect(() => {\n  window.scrollTo(0, 0);\n}, []);')).toEqual([]);
});
