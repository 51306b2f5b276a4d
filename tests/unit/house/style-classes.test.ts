import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

it('every class that a screen takes from a style module exists in it, because types allow any name', () => {
  const missing = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) => {
      const source = readFileSync(`src/${path}`, 'utf8');
      return [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(
        ([, name = '', from = '']) => {
          const module = from.startsWith('#') ? from.slice(1) : join('src', dirname(path), from);
          const css = readFileSync(module, 'utf8');
          return [...source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))]
            .filter(([, word]) => !new RegExp(`\\.${word}\\b`).test(css))
            .map(([used]) => `${path}: ${used}`);
        },
      );
    });
  expect(missing).toEqual([]);
});
