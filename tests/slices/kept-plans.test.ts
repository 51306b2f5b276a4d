import { describe, expect, it } from 'vitest';
import { toAmount } from '#src/protocol/brands.ts';
import { recordPurchase } from '#src/server/nouns/purchases/purchases.ts';
import type { Database } from '#src/server/store/database.ts';
import { marketForSuite, smallMarketForSuite } from '#tests/support/for-suite.ts';

const moneyTables = ['receipt', 'movement', 'posting', 'purchase', 'voucher', 'person', 'ledger_account'];

describe('a query plan kept from the first day', () => {
  const { opened, market } = smallMarketForSuite();

  /** The plan that is kept after some sales, with the present statistics. */
  const keptPlan = async (): Promise<string> => {
    for (const table of moneyTables) await opened.database.query({ text: `analyze ${table}` });
    const command = {
      userId: market.customer,
      estanteId: market.stalls[0],
      codeQrUuid: await market.issue(1_000),
      price: toAmount(1),
    };
    for (let n = 0; n < 8; n += 1) await recordPurchase(market, command, null, undefined);
    // One connection is free after sequential calls, and it holds the prepared statement.
    const { rows } = await opened.database.query<{ 'QUERY PLAN': string }>(
      { text: `explain (costs off) execute purchase ('[]', now())` },
      'money',
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it.each([
    // An analyzed empty table looks as if any reading of it were free.
    ['empty', 0],
    // Enough for a plan that reads every voucher to look cheap.
    ['small', 64],
  ])('reaches every row by its key, though it was made while the tables were %s', async (_, vouchers) => {
    for (let n = 0; n < vouchers; n += 1) await market.issue(1_000);
    const plan = await keptPlan();
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

/** Tables that get a row with a customer, a voucher or an operation. */
const growing = [
  'person',
  'voucher',
  'ledger_account',
  'movement',
  'posting',
  'purchase',
  'points_entry',
  'top_up',
  'receipt',
  'journal_entry',
  'accepted_purchase',
  'conflict_line',
  'purchase_void',
  'handed_list',
  'told_voucher',
];

/** Names of the prepared statements of every idle connection, by text. */
async function preparedOn(database: Database): Promise<Map<string, string>> {
  const prepared = new Map<string, string>();
  for (const { lane, idle } of database.load?.() ?? []) {
    let read = 0;
    let allRead = (): void => undefined;
    const all = new Promise<void>((resolve) => (allRead = resolve));
    await Promise.all(
      Array.from({ length: idle }, () =>
        database.transaction(async (session) => {
          const { rows } = await session.query<{ name: string; statement: string }>({
            text: 'select name, statement from pg_prepared_statements',
          });
          for (const { name, statement } of rows) prepared.set(statement, name);
          read += 1;
          if (read === idle) allRead();
          // Each transaction keeps its connection until all have one.
          await all;
        }, lane),
      ),
    );
  }
  return prepared;
}

describe('an operation', () => {
  const place = marketForSuite();

  it('reads no whole table, whatever is recorded: each of its statements has an index to go by', async () => {
    const voucher = await place.issue(20_000);
    const bought = await place.buy(voucher, 9_000);
    const stall = await place.stallDevice();
    const estanteId = place.market.ids['ESTANTE'];
    expect(await stall.states([stall.writeSale(voucher, 3_000)])).toEqual(['accepted']);
    const { codeCompra } = bought.body;
    expect((await place.manage('/shopping/void', { codeCompra, reason: 'Se devolvió' })).status).toBe(201);
    expect(
      (await place.manage('/cash/payout', { estanteId, monto: 1_000, includeWithheld: true })).status,
    ).toBe(201);
    const prepared = await preparedOn(place.opened.database);
    const without: string[] = [];
    for (const [statement, name] of prepared) {
      const plan = await place.opened.database.query<{ 'QUERY PLAN': string }>(
        { text: `explain (generic_plan, costs off) ${statement}` },
        'money',
      );
      for (const { 'QUERY PLAN': line } of plan.rows)
        if (new RegExp(`Seq Scan on (${growing.join('|')}|posting_(before|other|[0-9_]+))\\b`).test(line))
          without.push(`${name}: ${line.trim()}`);
    }
    expect([...prepared.values()]).toEqual(
      expect.arrayContaining(['post-movement', 'purchase', 'top-up-facts']),
    );
    expect(without).toEqual([]);
  });
});
