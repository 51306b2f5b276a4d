import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const migrations = 'src/server/store/migrations';

/** The check of the table as it was created, and those that later migrations put in its place. */
const kindCheck =
  /(?:create table movement \(\n[^;]*?\n {2}kind text not null|movement_kind_check) check \(kind in \(([^)]*)\)/g;

/** The kinds that the database takes, as the last migration that lists them says. */
function movementKinds(): string[] {
  const lists = readdirSync(migrations)
    .toSorted()
    .flatMap((file) => {
      const sql = readFileSync(join(migrations, file), 'utf8');
      return [...sql.matchAll(kindCheck)].map(([, list = '']) => list);
    });
  return [...(lists.at(-1) ?? '').matchAll(/'([^']+)'/g)].map(([, kind = '']) => kind);
}

it('the glossary says of every movement what takes it back, or why nothing does', () => {
  const [, table = ''] = readFileSync('docs/glossary.md', 'utf8').split('## How each movement is taken back');
  const explained = [...table.matchAll(/^\| `([^`]+)` \|(.*)\|(.*)\|$/gm)].map(
    ([, kind = '', by = '', why = '']) => ({
      kind,
      isExplained: by.trim() !== '' || why.trim() !== '',
    }),
  );
  const kinds = movementKinds();
  expect(kinds.length).toBeGreaterThan(15);
  expect(
    explained
      .filter(({ isExplained }) => isExplained)
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(kinds.toSorted());
});
