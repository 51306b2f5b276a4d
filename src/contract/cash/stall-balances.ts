import * as z from 'zod/mini';
import type { Call } from '#src/contract/call.ts';
import { anyAmountField } from '#src/contract/fields.ts';
import { saidWayField } from './payment-way.ts';

/**
 * A stall's balance with its market: sold less voided and paid. Negative when a sale was voided after it was
 * paid. `withheld`: unassigned shortfalls, and sales recovered after a restore whose devices have not reported
 * everything; a payout leaves it out unless the manager includes it.
 */
export const stallBalanceSchema = z.object({
  estanteId: z.string(),
  estanteName: z.string(),
  ownerName: z.string(),
  owed: anyAmountField,
  sold: anyAmountField,
  voided: anyAmountField,
  /** Opening balance from the market's notebook; absent for none. */
  opening: z.optional(anyAmountField),
  paid: anyAmountField,
  withheld: anyAmountField,
  /** Its payment way; only for the stall and its market. */
  payment: saidWayField,
});
export type StallBalance = z.infer<typeof stallBalanceSchema>;
export const stallBalanceListSchema = z.array(stallBalanceSchema);

/** Balances of stalls. A stall's start page shows its own, and loads no other call about cash. */
export const balanceCalls = {
  listStallBalances: {
    method: 'GET',
    path: '/cash/stalls',
    roles: ['ESTANTE', 'GLOBAL_MARKET', 'ADMIN'],
    answer: stallBalanceListSchema,
  },
} as const satisfies Record<string, Call>;
