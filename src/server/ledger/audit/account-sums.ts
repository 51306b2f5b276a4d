import type { Database } from '#src/server/store/database.ts';

/**
 * Checks the running sums (ledger/days/account-sum.ts), by which stalls are paid and tills counted. Within
 * each market they sum to 0, as its postings do. A whole audit also adds up the postings of each of these
 * accounts, one at a time.
 */
export async function auditAccountSums(database: Database, isOfAll: boolean): Promise<string[]> {
  const { rows: markets } = await database.query<{ id: string; total: number }>({
    name: 'audit-sums-of-markets',
    text: `select market_id as id, sum(total)::bigint as total from ledger_sum where account_kind <> 'points'
      group by market_id having sum(total) <> 0`,
  });
  const findings = markets.map(
    ({ id, total }) => `The running sums of market ${id} come to ${total} instead of 0.`,
  );
  if (!isOfAll) return findings;
  const { rows: accounts } = await database.query<{ id: string }>({
    name: 'audit-summed-accounts',
    text: `select id from ledger_account where kind in ('cash', 'stall') order by id`,
  });
  for (const { id } of accounts) findings.push(...(await auditAccount(database, id)));
  return [...findings, ...(await auditDebts(database))];
}

/** Checks the debts between markets, which credit lines bound. */
async function auditDebts(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ id: string; owed: number; posted: number }>({
    name: 'audit-market-debts',
    text: `select * from (
        select d.market_id as id, d.owed, coalesce((select sum(p.amount) from ledger_account a
          join posting p on p.account_id = a.id where a.kind = 'clearing' and a.owner_id = d.market_id), 0)::bigint as posted
        from market_debt d
      ) s where owed <> posted`,
  });
  return rows.map(
    ({ id, owed, posted }) => `Market ${id} is said to owe ${owed}, its postings say ${posted}.`,
  );
}

async function auditAccount(database: Database, id: string): Promise<string[]> {
  const { rows } = await database.query<{ posted: number; stored: number }>({
    name: 'audit-account-sum',
    text: `select coalesce((select sum(p.amount) from posting p join movement m on m.id = p.movement_id
          where p.account_id = $1 and m.xid < c.xid), 0)::bigint
          as posted,
        coalesce((select sum(s.total) from ledger_account a join ledger_sum s
          on s.market_id = a.market_id and s.account_kind = a.kind and s.owner_id = a.owner_id
          where a.id = $1), 0)::bigint as stored
      from ledger_day_cursor c`,
    values: [id],
  });
  return rows
    .filter(({ posted, stored }) => posted !== stored)
    .map(({ posted, stored }) => `The running sums of ${id} come to ${stored}, its postings to ${posted}.`);
}
