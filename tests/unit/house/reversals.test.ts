import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const migrations = 'src/server/store/migrations';

/** The table's check as created, and its later replacements by migrations. */
const kindCheck =
  /(?:create table movement \(\n[^;]*?\n {2}kind text not null|movement_kind_check) check \(kind in \(([^)]*)\)/g;

/** Kinds that the database accepts, by the last migration that lists them. */
function movementKinds(): string[] {
  const lists = readdirSync(migrations)
    .toSorted()
    .flatMap((file) => {
      const sql = readFileSync(join(migrations, file), 'utf8');
      return [...sql.matchAll(kindCheck)].map(([, list = '']) => list);
    });
  return [...(lists.at(-1) ?? '').matchAll(/'([^']+)'/g)].map(([, kind = '']) => kind);
}

it('the glossary names for every movement its reversal, or why there is none', () => {
  const [, table = ''] = readFileSync('docs/glossary.md', 'utf8').split('## How each movement is taken back');
  const explained = [...table.matchAll(/^\| `([^`]+)` \|(.*)\|(.*)\|$/gm)].map(
    ([, kind = '', by = '', why = '']) => ({
      kind,
      isExplained: by.trim() !== '' || why.trim() !== '',
    }),
  );
  const kinds = movementKinds();
  expect(kinds.length).toBeGreaterThan(10);
  expect(
    explained
      .filter(({ isExplained }) => isExplained)
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(kinds.toSorted());
});
