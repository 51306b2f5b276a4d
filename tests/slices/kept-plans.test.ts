import { describe, expect, it } from 'vitest';
import { toAmount } from '#src/contract/brands.ts';
import { recordPurchase } from '#src/server/purchases/purchases.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';

const moneyTables = ['receipt', 'movement', 'posting', 'purchase', 'voucher', 'person', 'ledger_account'];

describe('a query plan kept from the first day', () => {
  const { opened, market } = smallMarketForSuite();

  it('reaches every row by its key, though it was made while the tables were empty', async () => {
    const voucher = await market.issue(1_000);
    // Enough for a plan that reads every voucher to look cheap, as on a market's first day.
    for (let n = 0; n < 64; n += 1) await market.issue(1_000);
    for (const table of moneyTables) await opened.database.query({ text: `analyze ${table}` });
    const command = {
      userId: market.customer,
      estanteId: market.stalls[0],
      codeQrUuid: voucher,
      price: toAmount(1),
    };
    for (let n = 0; n < 8; n += 1) await recordPurchase(market, command, null, undefined);
    // One connection is free after sequential calls, and it holds the prepared statement.
    const { rows } = await opened.database.query<{ 'QUERY PLAN': string }>(
      { text: `explain (costs off) execute purchase ('[]', now())` },
      'money',
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('receipt_pkey');
    expect(plan).not.toMatch(/Seq Scan on (receipt|voucher|person|ledger_account)/);
    // An index that is scanned without a condition is the whole table in another order.
    const lines = plan.split('\n');
    const scans = lines.flatMap((line, at) =>
      /Index (Only )?Scan .*(using|on) /.test(line) ? [`${line.trim()} ${lines[at + 1]?.trim() ?? ''}`] : [],
    );
    expect(scans.length).toBeGreaterThan(8);
    expect(scans.filter((scan) => !scan.includes('Index Cond'))).toEqual([]);
  });

  it('does not compile a statement that has to read a whole table, which would take longer than the reading', async () => {
    const { rows } = await opened.database.query<{ 'QUERY PLAN': string }>({
      text: 'explain (analyze) select count(*), sum(balance) from voucher where balance > 0',
    });
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('JIT');
  });
});
