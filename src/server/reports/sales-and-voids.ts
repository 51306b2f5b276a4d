/**
 * SQL: the voided purchases of voids since `since`. `of`: a condition on the voids `x`, by stall or by market; both
 * have an index that includes the time.
 */
export function voidedSince(since: string, of: string): string {
  return `(select x.purchase_id from purchase_void x where ${of} and x.recorded_at >= ${since})`;
}

/** SQL: number and total of the purchases `u` without the voids `w` joined to them. */
export const standing = `(count(*) filter (where w.purchase_id is null))::int as count,
  coalesce(sum(u.amount) filter (where w.purchase_id is null), 0)::bigint as total`;
