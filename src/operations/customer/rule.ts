import * as z from 'zod/mini';
import { noticeField } from '#src/contract/accounts/notice.ts';
import { idField } from '#src/protocol/fields.ts';

/** A customer registered offline. The name travels beside the envelope, never in it. */
export const customerPayload = z.strictObject({
  clientId: idField,
  /** canonicalHash of the registration, so that the data sent beside the envelope cannot be replaced. */
  dataHash: z.string(),
  /**
   * Version of the notice to which they consented, at that time and with this operator; absent for "sin
   * constancia".
   */
  notice: z.optional(noticeField),
});
