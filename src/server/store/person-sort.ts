import { plainOrder } from './page-cursor.ts';

/** Name as a list shows it (stall, market or person), in an order that ignores case and accents. */
const sortName = plainOrder(`case when p.stall_name <> '' then p.stall_name
  when p.user_type = 'GLOBAL_MARKET' then m.name else p.owner_name end`);
/** Fixed width, so that its text has the order of time. */
const sortDate = `to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;

/** How a list of people can be ordered: an expression of text, and whether the largest comes first. */
export const personSorts = {
  recent: { key: sortDate, isDescending: true },
  oldest: { key: sortDate, isDescending: false },
  name: { key: sortName, isDescending: false },
  status: { key: `p.status || ' ' || (${sortName})`, isDescending: false },
} as const;
