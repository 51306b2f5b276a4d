import * as z from 'zod/mini';
import { instantField } from '../fields.ts';

const sum = z.object({ count: z.int(), total: z.int() });
/** `names`: the two that have waited longest */
const waiting = z.object({ count: z.int(), names: z.array(z.string()) });

/** A market's home: today's figures and what waits for its manager. Amounts in the smallest unit shown. */
export const marketTodaySchema = z.object({
  /** since midnight in the market's time zone, as in reports: voids are not taken off */
  purchases: sum,
  topUps: sum,
  /** purchases of the whole same weekday a week ago */
  lastWeek: z.int(),
  /** the market's vouchers that still hold money, blocked ones too: their owners get it back */
  outstanding: sum,
  /** stalls that are owed something, and how much */
  owed: sum,
  /** approved ones */
  stalls: z.int(),
  topUpPoints: z.int(),
  /** accounts that wait */
  approvals: z.object({ stalls: waiting, topUpPoints: waiting }),
  /** losses not assigned yet; `code` is the newest one's short code, or empty */
  overspends: z.extend(sum, { code: z.string() }),
  /** sales and top-ups waiting for a decision: in review, or waiting for their top-up for more than a day */
  reviews: sum,
  /** devices with operations to deliver; `first` has the most */
  devices: z.object({
    count: z.int(),
    first: z.nullable(
      z.object({ name: z.string(), operations: z.int(), lastSeenAt: z.nullable(instantField) }),
    ),
  }),
  /** the five stalls that sold most today, most first */
  best: z.array(z.object({ estanteId: z.string(), estanteName: z.string(), total: z.int() })),
});
export type MarketToday = z.infer<typeof marketTodaySchema>;
