import * as z from 'zod/mini';
import { anyAmountField, instantField } from '#src/contract/fields.ts';

/** A device that is asked for what it did since the copy that was put back. */
const returningDeviceSchema = z.object({
  _id: z.string(),
  /** empty: the copy does not know it; it has to be enrolled again */
  name: z.string(),
  marketName: z.string(),
  lastSeenAt: z.nullable(instantField),
  /** when all that it wrote had come; null when it still has to report */
  returnedAt: z.nullable(instantField),
  /** numbers that it has reported and not sent yet */
  owes: z.int(),
  /** operations that are here and wait for a top-up of another device */
  waiting: z.int(),
  /** top-ups and sales that came back by their sealed receipts, and their sum in the smallest unit shown */
  recovered: z.int(),
  recoveredSum: anyAmountField,
});

/** Since the last time that a copy of before was put in place of the database. */
export const afterRestoreSchema = z.object({
  /** null when that has never happened here */
  since: z.nullable(instantField),
  /** restored: by the person who runs the server; noticed: a device showed what the database does not have */
  reason: z.enum(['first', 'restored', 'noticed']),
  devices: z.array(returningDeviceSchema),
});
export type AfterRestore = z.infer<typeof afterRestoreSchema>;
