/**
 * SQL: of each purchase what was voided of it, and whether all was, among voids since `since`. `of`: a condition on the voids `x`, of a
 * stall or of a market; both have an index with the time.
 */
export function voidedSince(since: string, of: string): string {
  return `(select x.purchase_id, sum(x.amount) as amount, bool_or(x.stands = 0) as is_whole from purchase_void x
    where ${of} and x.recorded_at >= ${since} group by x.purchase_id)`;
}

/** SQL: how many purchases `u` stand, and for how much, less the voids `w` joined to them. */
export const standing = `(count(*) filter (where w.is_whole is not true))::int as count,
  coalesce(sum(u.amount - coalesce(w.amount, 0)), 0)::bigint as total`;
