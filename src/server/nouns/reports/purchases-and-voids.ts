/**
 * SQL: one row for each purchase and each void, by its own time, as reports count them. `within`: a condition on time
 * and place.
 */
export function purchasesAndVoids(within: string): string {
  return `(select stall_id, 1 as sales, amount from purchase where ${within}
    union all select stall_id, -1, -amount from purchase_void where ${within})`;
}

/** SQL: number and total of these rows. */
export const soldSums = 'coalesce(sum(sales), 0)::int as count, coalesce(sum(amount), 0)::bigint as total';
