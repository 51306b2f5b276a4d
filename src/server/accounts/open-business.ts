import { formatMoney } from '#src/domain/money.ts';
import type { Session } from '#src/server/store/database.ts';
import type { PersonRow } from '#src/server/records/people.ts';

/** What an account still has to settle; `amount` in the smallest unit shown. */
export type OpenBusiness = {
  what: 'cash' | 'owed' | 'vouchers' | 'clearing' | 'lines' | 'journals';
  amount: number;
};

/**
 * What would be left behind if this account were deleted: cash of a till, what a stall is owed, lines that wait for a
 * decision; of a market all of them, its customers' vouchers, what it and other markets owe each other, and devices that
 * still have operations to deliver. Nothing may be left where nobody can decide it.
 */
export async function readOpenBusiness(session: Session, row: PersonRow): Promise<OpenBusiness[]> {
  const { rows } = await session.query<OpenBusiness>(
    row.user_type === 'GLOBAL_MARKET'
      ? {
          name: 'open-business-of-market',
          text: `select 'cash' as what, coalesce(sum(abs(sum)), 0)::bigint as amount from (${sumsOf('cash', 'a.market_id')}) s
            union all select 'owed', coalesce(sum(abs(sum)), 0)::bigint from (${sumsOf('stall', 'a.market_id')}) s
            union all select 'clearing', coalesce(sum(abs(sum)), 0)::bigint from (${sumsOf('clearing', 'a.market_id')}) s
            union all select 'vouchers', coalesce(sum(balance), 0)::bigint from voucher where market_id = $1
            union all select 'lines', count(*) from sale_conflict where market_id = $1 and state <> 'resolved'
            union all select 'journals', count(*) from device
              where market_id = $1 and revoked_at is null and (reported_seq > ack_seq or gaps <> '[]')`,
          values: [row.market_id],
        }
      : {
          name: 'open-business-of-person',
          text: `select case when kind = 'cash' then 'cash' else 'owed' end as what, sum as amount
              from (${sumsOf('cash', 'a.owner_id')} union all ${sumsOf('stall', 'a.owner_id')}) s
            union all select 'lines', count(*) from sale_conflict where stall_id = $1 and state <> 'resolved'`,
          values: [row.id],
        },
  );
  return rows.filter(({ amount }) => amount !== 0);
}

/** SQL: per account of this kind what it holds. */
function sumsOf(kind: string, owner: string): string {
  return `select a.kind, a.owner_id, sum(p.amount)::bigint as sum
    from ledger_account a join account_posting p on p.account_id = a.id
    where a.kind = '${kind}' and ${owner} = $1 group by a.kind, a.owner_id`;
}

/** "efectivo en caja $57,000, 2 pendientes por decidir" */
export function openBusinessText(open: readonly OpenBusiness[], symbol: string): string {
  return open
    .map(({ what, amount }) => textOf[what](amount, formatMoney(Math.abs(amount), symbol)))
    .join(', ');
}

const textOf: Record<OpenBusiness['what'], (count: number, money: string) => string> = {
  cash: (_count, money) => `efectivo en caja ${money}`,
  owed: (_count, money) => `pagos a estantes ${money}`,
  vouchers: (_count, money) => `códigos con saldo ${money}`,
  clearing: (_count, money) => `cuentas con otros mercados ${money}`,
  lines: (count) => (count === 1 ? '1 pendiente por decidir' : `${count} pendientes por decidir`),
  journals: (count) =>
    count === 1
      ? '1 dispositivo con operaciones por enviar'
      : `${count} dispositivos con operaciones por enviar`,
};
