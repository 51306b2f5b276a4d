import type { Pesos } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';

/**
 * SQL: amounts paid by vouchers for sales recovered after a restore whose devices have not reported
 * everything, less voids.
 */
function withheldRecovered(condition: string): string {
  return `(select coalesce(sum(b.amount - b.missing - coalesce(v.back, 0)), 0)::bigint
    from recovered_purchase r join movement m on m.reference = r.purchase_op join purchase b on b.movement_id = m.id
      left join lateral (select sum(x.amount - x.missing) as back from purchase_void x
        where x.purchase_id = b.movement_id) v on true
    where r.is_withheld and ${condition})`;
}

/**
 * SQL: the part of a stall's balance that is not paid out without the market's decision: unassigned
 * shortfalls, and recovered sales whose devices may still deliver withdrawals.
 */
export function withheldOfStall(stall: string): string {
  return `((select coalesce(sum(c.missing), 0) from conflict_line c where c.stall_id = ${stall} and c.state = 'overspend'
      and c.is_withheld)
    + ${withheldRecovered(`r.stall_id = ${stall}`)})::bigint`;
}

/**
 * Returns the amount withheld of these purchases because they were recovered and their devices have not reported
 * everything.
 */
export async function withheldOfPurchases(session: Session, purchases: readonly string[]): Promise<Pesos> {
  const { rows } = await session.query<{ withheld: Pesos }>({
    name: 'withheld-of-sales',
    text: `select ${withheldRecovered('m.id = any ($1::uuid[])')} as withheld`,
    values: [purchases],
  });
  return rows[0]?.withheld ?? 0;
}

/**
 * Releases the stall's withheld amount by the market's decision, before its devices have reported and its shortfalls are
 * assigned. Under the lock of the stall's account.
 */
export async function releaseWithheld(session: Session, stall: string): Promise<void> {
  await session.query({
    name: 'release-withheld',
    text: `with lines as (update conflict_line set is_withheld = false where stall_id = $1 and state = 'overspend')
      update recovered_purchase set is_withheld = false where stall_id = $1 and is_withheld`,
    values: [stall],
  });
}
