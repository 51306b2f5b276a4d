import * as z from 'zod/mini';
import { signInTypes } from '#src/contract/accounts/user-type.ts';
import type { Call } from '#src/contract/call.ts';
import { instantField } from '#src/protocol/fields.ts';
import { anyAmountField, anyMarketCodeField } from '../fields.ts';

/**
 * resumen de hoy: figures of the caller's role since midnight in the market's time zone. Amounts in the
 * smallest unit shown.
 */
export const todaySchema = z.object({
  /** Name to greet: stall, market or person. */
  name: z.string(),
  /** The signed-in person. */
  ownerName: z.string(),
  marketName: z.string(),
  globalMarketId: anyMarketCodeField,
  /** Without voided ones. */
  topUps: z.object({ count: z.int(), total: anyAmountField }),
  /** Less the voids since then, as the report of the day. */
  purchases: z.object({ count: z.int(), total: anyAmountField }),
  pendingApprovals: z.int(),
  /** Balance of the market's active vouchers; 0 for other roles. */
  outstanding: anyAmountField,
  /** Time of the newest record while it is ahead of the server's clock, for administrator and market. */
  clockAheadUntil: z.nullable(instantField),
});
export type Today = z.infer<typeof todaySchema>;

const sum = z.object({ count: z.int(), total: anyAmountField });
/** `names`: the two that have waited longest. */
const waiting = z.object({ count: z.int(), names: z.array(z.string()) });

/**
 * A market's home page: today's figures and items that wait for its manager. Amounts in the smallest unit
 * shown.
 */
export const marketTodaySchema = z.object({
  /** Since midnight in the market's time zone, less the voids since then. */
  purchases: sum,
  /** Without voided ones. */
  topUps: sum,
  /** Purchases of the whole same weekday a week ago. */
  lastWeek: anyAmountField,
  /** The market's vouchers with a balance, including blocked ones, whose owners get it back. */
  outstanding: sum,
  /** Stalls with a balance, and its total. */
  owed: sum,
  /** Approved stalls. */
  stalls: z.int(),
  topUpPoints: z.int(),
  /** Accounts that wait for approval. */
  approvals: z.object({
    stalls: waiting,
    topUpPoints: waiting,
    /** Requests to work on a device. */
    devices: z._default(waiting, { count: 0, names: [] }),
  }),
  /** Losses not assigned yet. `code`: short code of the newest, or empty. */
  overspends: z.extend(sum, { code: z.string() }),
  /** Purchases and top-ups that await a decision: in review, or waiting for their top-up for more than a day. */
  reviews: sum,
  /** Tills that are almost full, so that their cash should be received; the fullest first. */
  fullTills: waiting,
  /** Closed vouchers that voids have returned money to. `first`: an owner of one. */
  closedVouchers: z.extend(sum, {
    first: z.nullable(z.object({ customerId: z.string(), name: z.string() })),
  }),
  /** Devices that owe operations. `first`: the one with most. */
  devices: z.object({
    count: z.int(),
    first: z.nullable(
      z.object({ name: z.string(), operations: z.int(), lastSeenAt: z.nullable(instantField) }),
    ),
  }),
  /** It is afternoon, the market has worked today, and the day is still open. */
  dayToClose: z._default(z.boolean(), false),
  /** The five stalls that sold most today, best first. */
  best: z.array(z.object({ estanteId: z.string(), estanteName: z.string(), total: anyAmountField })),
});
export type MarketToday = z.infer<typeof marketTodaySchema>;

/** Today's figures, which the first page of a session shows: it loads no other call of a market. */
export const todayCalls = {
  /** Today's figures of the caller's role. */
  readToday: { method: 'GET', path: '/today', roles: signInTypes, answer: todaySchema },
  /** Figures of the market's home page, and its to-do list. */
  readMarketToday: {
    method: 'GET',
    path: '/today/market',
    roles: ['GLOBAL_MARKET'],
    answer: marketTodaySchema,
  },
} as const satisfies Record<string, Call>;
