import * as z from 'zod/mini';
import { anyAmountField } from '#src/contract/fields.ts';
import { instantField } from '#src/protocol/fields.ts';

/** A device from which operations since the restored copy are expected. */
const returningDeviceSchema = z.object({
  _id: z.string(),
  /** Empty: the copy does not know the device, which must be enrolled again. */
  name: z.string(),
  marketName: z.string(),
  lastSeenAt: z.nullable(instantField),
  /** When everything it wrote had arrived; null while it still has to report. */
  returnedAt: z.nullable(instantField),
  /** Numbers that it has reported but not sent yet. */
  owes: z.int(),
  /** Recorded operations that wait for another device's top-up. */
  waiting: z.int(),
  /**
   * Top-ups and sales that came back by their sealed receipts, and their total in the smallest unit shown.
   */
  recovered: z.int(),
  recoveredSum: anyAmountField,
});

/** State since the last restore from an older copy. */
export const afterRestoreSchema = z.object({
  /** Null when the database was never restored. */
  since: z.nullable(instantField),
  /** restored: by the operator of the server; noticed: a device showed a receipt that the database lacks. */
  reason: z.enum(['first', 'restored', 'noticed']),
  devices: z.array(returningDeviceSchema),
});
export type AfterRestore = z.infer<typeof afterRestoreSchema>;
