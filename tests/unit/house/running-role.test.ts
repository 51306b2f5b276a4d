import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const server = 'src/server';

/** What only the owner of the tables runs: after a migration, and when a database was moved or put back. */
const asOwner = new Set(['ledger/commit-order.ts', 'ledger/days/forget-sums.ts']);

it('the running server may remove the rows that its statements remove', () => {
  const rights = readFileSync(join(server, 'store/rights/running-role.ts'), 'utf8');
  const [, list = ''] = /const removed = \[([^\]]*)\]/.exec(rights) ?? [];
  const allowed = new Set([...list.matchAll(/'([^']+)'/g)].map(([, table = '']) => table));
  const removing = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('migrations/') && !asOwner.has(file))
    .flatMap((file) =>
      [...readFileSync(join(server, file), 'utf8').matchAll(/delete from (\w+)/g)].map(
        ([, table = '']) => table,
      ),
    );
  expect(removing).toContain('voucher_view');
  expect(removing.filter((table) => !allowed.has(table))).toEqual([]);
});
