import * as z from 'zod/mini';
import { idField, instantField } from '../fields.ts';

/** One movement of money as a stall or a market sees it happen. The same `_id` may come twice: it is one event. */
export const liveEventSchema = z.object({
  _id: z.string(),
  kind: z.enum(['top-up', 'purchase', 'void', 'payout']),
  createAt: instantField,
  /** smallest unit shown */
  amount: z.int(),
  /** what people call it by; empty for a top-up */
  code: z.string(),
  /** stall or top-up point */
  placeId: z.string(),
  placeName: z.string(),
  /** the person signed in who did it, on whatever device; null: the holder of a voucher's link, from a phone of their own */
  actorId: z.nullable(z.string()),
  /** the enrolled device whose journal has it; empty: any other browser */
  deviceName: z.string(),
});
export type LiveEvent = z.infer<typeof liveEventSchema>;

/** Without `after`: nothing yet, only where to begin. */
export const liveQuerySchema = z.object({ after: z.optional(idField) });
/** The polling fallback. `next` is the `after` of the next call. */
export const livePageSchema = z.object({ events: z.array(liveEventSchema), next: z.string() });
export type LivePage = z.infer<typeof livePageSchema>;
