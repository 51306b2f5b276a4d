import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { filesUnder } from '#scripts/checks/files-under.ts';

it('every class that a screen takes from a style module exists in it, because types allow any name', () => {
  const missing = filesUnder('src', /\.tsx$/).flatMap((path) => {
    const source = readFileSync(path, 'utf8');
    return [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(
      ([, name = '', from = '']) => {
        const module = from.startsWith('#') ? from.slice(1) : join(dirname(path), from);
        const css = readFileSync(module, 'utf8');
        return [...source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))]
          .filter(([, word]) => !new RegExp(`\\.${word}\\b`).test(css))
          .map(([used]) => `${path}: ${used}`);
      },
    );
  });
  expect(missing).toEqual([]);
});
