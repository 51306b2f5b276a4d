import type { Pesos } from '#src/contract/brands.ts';
import type { Session } from '#src/server/store/database.ts';

/**
 * SQL: amounts paid by vouchers for sales recovered after a restore whose devices have not reported
 * everything, less voids.
 */
function heldRecovered(condition: string): string {
  return `(select coalesce(sum(b.amount - b.missing - coalesce(v.back, 0)), 0)::bigint
    from recovered_sale r join movement m on m.reference = r.purchase_op join purchase b on b.movement_id = m.id
      left join lateral (select sum(x.amount - x.missing) as back from purchase_void x
        where x.purchase_id = b.movement_id) v on true
    where r.is_held and ${condition})`;
}

/**
 * SQL: the part of a stall's balance that is not paid out without the market's decision: unassigned
 * shortfalls, and recovered sales whose devices may still deliver withdrawals.
 */
export function heldOfStall(stall: string): string {
  return `((select coalesce(sum(c.missing), 0) from sale_conflict c where c.stall_id = ${stall} and c.state = 'overspend')
    + ${heldRecovered(`r.stall_id = ${stall}`)})::bigint`;
}

/**
 * Returns the amount held of these purchases because they were recovered and their devices have not reported
 * everything.
 */
export async function heldOfSales(session: Session, purchases: readonly string[]): Promise<Pesos> {
  const { rows } = await session.query<{ held: Pesos }>({
    name: 'held-of-sales',
    text: `select ${heldRecovered('m.id = any ($1::uuid[])')} as held`,
    values: [purchases],
  });
  return rows[0]?.held ?? 0;
}

/**
 * Pays the stall's held amount by the market's decision, before its devices have reported. Under the lock of
 * the stall's account.
 */
export async function releaseRecovered(session: Session, stall: string): Promise<void> {
  await session.query({
    name: 'release-recovered',
    text: 'update recovered_sale set is_held = false where stall_id = $1 and is_held',
    values: [stall],
  });
}
