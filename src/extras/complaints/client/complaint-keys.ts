import { keys } from '#src/client/queries/keys.ts';

/** Keys of the lists of complaints. */
export const complaintKeys = {
  all: ['complaints'],
  list: (filter: string) => ['complaints', 'list', filter] as const,
  one: (id: string) => ['complaints', id] as const,
} as const;

/** Keys of the lists that a changed complaint makes stale. */
export const complaintChanged = [complaintKeys.all, keys.sales.all, keys.today.all] as const;
