/**
 * SQL: the voided amount of each purchase and whether it was voided in full, from voids since `since`. `of`:
 * a condition on the voids `x`, by stall or by market; both have an index that includes the time.
 */
export function voidedSince(since: string, of: string): string {
  return `(select x.purchase_id, sum(x.amount) as amount, bool_or(x.stands = 0) as is_whole from purchase_void x
    where ${of} and x.recorded_at >= ${since} group by x.purchase_id)`;
}

/** SQL: number and total of the purchases `u`, net of the voids `w` joined to them. */
export const standing = `(count(*) filter (where w.is_whole is not true))::int as count,
  coalesce(sum(u.amount - coalesce(w.amount, 0)), 0)::bigint as total`;
