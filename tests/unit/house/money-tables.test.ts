import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/checks/files-under.ts';

/** Tables of money, and every table whose rows name a movement. */
const moneyTables = [
  'audit_checkpoint',
  'ledger_account',
  'ledger_day',
  'ledger_day_cursor',
  'ledger_sum',
  'voucher',
  'movement',
  'posting',
  'points_entry',
  'receipt',
  'top_up',
  'top_up_void',
  'purchase',
  'purchase_void',
  'redemption',
  'refund',
  'voucher_change',
  'voucher_join',
  'voucher_join_part',
  'cash_received',
  'payout',
  'till_float',
  'clearing_payment',
  'opening_balance',
];
const writes = new RegExp(
  `\\b(?:(?:insert|update)Row\\(\\w+, '|(?:insert\\s+into|update|delete\\s+from|truncate)\\s+(?:only\\s+)?)(${moneyTables.join('|')})\\b`,
  'gi',
);

/** "file: table" for each statement in these files that changes a money table. */
function writersOf(files: readonly string[]): string[] {
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(writes)].map((match) => `${file}: ${match[1]?.toLowerCase()}`),
  );
}

describe('money tables', () => {
  const server = ['src/server', 'src/operations', 'src/extras']
    .flatMap((folder) => filesUnder(folder, /\.ts$/))
    .filter((file) => !file.includes('/store/migrations/'));

  const ledger = 'src/server/ledger/';
  /** A purchase is posted by one statement, which is the rule in SQL. */
  const compiled = ['src/operations/purchase/statement.ts'];

  it('are written only in the ledger and by the compiled statement', () => {
    const others = server.filter((file) => !file.startsWith(ledger) && !compiled.includes(file));
    expect(writersOf(others)).toEqual([]);
    expect(writersOf(server).length).toBeGreaterThan(15);
  });

  it.each([
    // commit-order.ts moves another cluster's rows into the past and changes nothing else of them.
    ['movement', [...compiled, `${ledger}commit-order.ts`, `${ledger}movements.ts`]],
    ['posting', [...compiled, `${ledger}movements.ts`]],
    ['receipt', [...compiled, `${ledger}receipts.ts`]],
    ['points_entry', [...compiled, `${ledger}movements.ts`]],
  ])('%s has one writer besides the compiled statement', (table, files) => {
    const found = writersOf(server).filter((line) => line.endsWith(`: ${table}`));
    expect(found.toSorted()).toEqual(files.map((file) => `${file}: ${table}`));
  });
});
