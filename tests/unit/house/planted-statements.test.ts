import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const planted = /(?:changedRows|withoutStatement)\(\s*\[?((?:'[^']+',?\s*)+)/g;

function sourcesIn(place: string): string[] {
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(`${place}/${name}`, 'utf8'));
}

it('a planted bug names statements that the server makes, without which it would never be active', () => {
  const names = sourcesIn('lab/simulation/bugs').flatMap((text) =>
    [...text.matchAll(planted)].flatMap(([, list]) =>
      [...(list ?? '').matchAll(/'([^']+)'/g)].map(([, one]) => one),
    ),
  );
  expect(names.length).toBeGreaterThan(2);
  const server = ['src/server', 'src/operations', 'src/extras'].flatMap(sourcesIn).join('\n');
  expect(names.filter((name) => !server.includes(`'${name}'`))).toEqual([]);
});
