import * as z from 'zod/mini';

/** resumen de hoy: figures of one's own role since midnight in the market's time zone. Amounts in the smallest unit shown. */
export const todaySchema = z.object({
  /** name to greet: stall, market or person */
  name: z.string(),
  /** the person signed in */
  ownerName: z.string(),
  marketName: z.string(),
  globalMarketId: z.string(),
  topUps: z.object({ count: z.int(), total: z.int() }),
  purchases: z.object({ count: z.int(), total: z.int() }),
  pendingApprovals: z.int(),
  /** remaining on active vouchers issued by the market; 0 for other roles */
  outstanding: z.int(),
});
export type Today = z.infer<typeof todaySchema>;
