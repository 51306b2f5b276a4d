import type { UserPage } from '#src/contract/accounts/user-list.ts';
import type { AccountStatus } from '#src/contract/accounts/user-type.ts';

/**
 * Returns the number of accounts with a status, or of all without one. `isMore`: the number is a lower bound.
 */
export function countOf(
  { counts, more = [] }: Pick<UserPage, 'counts' | 'more'>,
  status?: AccountStatus,
): { count: number; isMore: boolean } {
  if (status !== undefined) return { count: counts[status], isMore: more.includes(status) };
  if (more.length > 0) return { count: Math.max(...more.map((of) => counts[of])), isMore: true };
  return { count: Object.values(counts).reduce((sum, count) => sum + count, 0), isMore: false };
}
