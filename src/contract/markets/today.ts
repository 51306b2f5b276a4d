import * as z from 'zod/mini';
import { noOpenHandOvers, openHandOversSchema } from '#src/contract/cash/till-hand-over.ts';
import { toAmount } from '../brands.ts';
import { anyAmountField, anyMarketCodeField, idField, instantField } from '../fields.ts';

/**
 * resumen de hoy: figures of one's own role since midnight in the market's time zone. Amounts in the smallest unit
 * shown.
 */
export const todaySchema = z.object({
  /** name to greet: stall, market or person */
  name: z.string(),
  /** the person signed in */
  ownerName: z.string(),
  marketName: z.string(),
  globalMarketId: anyMarketCodeField,
  /** without those that were undone */
  topUps: z.object({ count: z.int(), total: anyAmountField }),
  /** less what was voided of them */
  purchases: z.object({ count: z.int(), total: anyAmountField }),
  pendingApprovals: z.int(),
  /** remaining on active vouchers issued by the market; 0 for other roles */
  outstanding: anyAmountField,
});
export type Today = z.infer<typeof todaySchema>;

const sum = z.object({ count: z.int(), total: anyAmountField });
/** `names`: the two that have waited longest */
const waiting = z.object({ count: z.int(), names: z.array(z.string()) });

/** A market's home: today's figures and what waits for its manager. Amounts in the smallest unit shown. */
export const marketTodaySchema = z.object({
  /** since midnight in the market's time zone, less what was voided of them */
  purchases: sum,
  /** without those that were undone */
  topUps: sum,
  /** purchases of the whole same weekday a week ago */
  lastWeek: anyAmountField,
  /** the market's vouchers that still hold money, blocked ones too: their owners get it back */
  outstanding: sum,
  /** stalls that are owed something, and how much */
  owed: sum,
  /** approved ones */
  stalls: z.int(),
  topUpPoints: z.int(),
  /** accounts that wait */
  approvals: z.object({
    stalls: waiting,
    topUpPoints: waiting,
    /** who asked to work on a device */
    devices: z._default(waiting, { count: 0, names: [] }),
  }),
  /** losses not assigned yet; `code` is the newest one's short code, or empty */
  overspends: z.extend(sum, { code: z.string() }),
  /** sales and top-ups waiting for a decision: in review, or waiting for their top-up for more than a day */
  reviews: sum,
  /** reclamos that wait for an answer, and those of them whose day has passed */
  complaints: z._default(z.object({ count: z.int(), overdue: z.int() }), { count: 0, overdue: 0 }),
  /** answers that are missing about the time that a restore lost: until they are given nobody is paid */
  unconfirmed: z._default(z.int(), 0),
  /** hand-overs of cash on their way for more than a day, and differences that nobody answers for */
  handOvers: z._default(openHandOversSchema, noOpenHandOvers),
  /**
   * stalls of which sales wait for a look before they are paid, and that nobody keeps in review; `first`: the one with
   * most
   */
  takings: z._default(z.extend(sum, { first: z.optional(idField) }), { count: 0, total: toAmount(0) }),
  /**
   * customers with fewer than 0 points, because a sale was voided after its points were redeemed; `first`: id of the
   * newest
   */
  pointsOwed: z._default(z.extend(waiting, { first: z.optional(idField) }), { count: 0, names: [] }),
  /** devices with operations to deliver; `first` has the most */
  devices: z.object({
    count: z.int(),
    first: z.nullable(
      z.object({ name: z.string(), operations: z.int(), lastSeenAt: z.nullable(instantField) }),
    ),
  }),
  /** the five stalls that sold most today, most first */
  best: z.array(z.object({ estanteId: z.string(), estanteName: z.string(), total: anyAmountField })),
});
export type MarketToday = z.infer<typeof marketTodaySchema>;

/** One movement of money as a stall or a market sees it happen. The same `_id` may come twice: it is one event. */
export const liveEventSchema = z.object({
  _id: z.string(),
  kind: z.enum(['top-up', 'purchase', 'void', 'payout']),
  createAt: instantField,
  /** smallest unit shown */
  amount: anyAmountField,
  /** what people call it by; empty for a top-up */
  code: z.string(),
  /** stall or top-up point */
  placeId: z.string(),
  placeName: z.string(),
  /**
   * the person signed in who did it, on whatever device; null for the holder of a voucher's link, from a phone of their
   * own
   */
  actorId: z.nullable(z.string()),
  /** the enrolled device whose journal has it; empty: any other browser */
  deviceName: z.string(),
});
export type LiveEvent = z.infer<typeof liveEventSchema>;

/** `after`: an event's id, or the `next` of a page. Without it: nothing yet, only where to begin. */
export const liveQuerySchema = z.object({
  after: z.optional(z.union([idField, z.string().check(z.regex(/^\d{1,15}$/))])),
});
/** The polling fallback. `next` is the `after` of the next call. */
export const livePageSchema = z.object({ events: z.array(liveEventSchema), next: z.string() });
export type LivePage = z.infer<typeof livePageSchema>;
