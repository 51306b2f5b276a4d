import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesUnder } from '#scripts/checks/files-under.ts';

const server = 'src/server';

/** Statements for the tables' owner only: after a migration, and when a database was moved or restored. */
const asOwner = new Set([`${server}/ledger/commit-order.ts`]);

it('the running server may delete the rows that its statements delete', () => {
  const rights = readFileSync(join(server, 'store/rights/running-role.ts'), 'utf8');
  const [, list = ''] = /const removed = \[([^\]]*)\]/.exec(rights) ?? [];
  const allowed = new Set([...list.matchAll(/'([^']+)'/g)].map(([, table = '']) => table));
  const removing = [server, 'src/operations', 'src/extras']
    .flatMap((folder) => filesUnder(folder, /\.ts$/))
    .filter((file) => !file.includes('migrations/') && !asOwner.has(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/delete from (\w+)/g)].map(([, table = '']) => table),
    );
  expect(removing).toContain('session_token');
  expect(removing.filter((table) => !allowed.has(table))).toEqual([]);
});
