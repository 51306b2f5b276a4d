import * as z from 'zod/mini';
import { amountField, idField, instantField } from './fields.ts';

/** What a holder of the link or a stall buys; names are no part of it. */
const purchasePayload = z.object({
  userId: idField,
  estanteId: idField,
  codeQrUuid: idField,
  price: amountField,
  /** who places it: the stall that scanned, or the holder of the link without a session */
  by: z.enum(['stall', 'holder']),
});
const topUpPayload = z.object({ monto: amountField, uuid: idField, clientId: idField });

const common = {
  v: z.literal(1),
  /** the operation's id, and its Idempotency-Key for ever */
  opId: idField,
  deviceId: idField,
  /** 1, 2, 3 ... per device without gaps: the order of what happened, whatever the clock says */
  seq: z.int().check(z.gte(1)),
  /** person signed in on the device, empty for a holder */
  operatorId: z.string(),
  /** the device's clock, ISO 8601 UTC */
  occurredAt: instantField,
  /** server clock less device clock when they last spoke, ms; 0 when they never did */
  clockOffset: z.int(),
  /** the operation that must be accepted first: a purchase waits for its top-up */
  after: z.optional(idField),
  /** hash of the device's operation before this one, empty for the first */
  prevHash: z.string(),
  /** SHA-256 over all other fields, see src/domain/envelope-hash.ts */
  hash: z.string(),
};

/** Version 1 of an operation as a device writes it down: never changed once written. */
export const envelopeSchema = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('purchase'), payload: purchasePayload }),
  z.object({ ...common, kind: z.literal('top-up'), payload: topUpPayload }),
]);
export type Envelope = z.infer<typeof envelopeSchema>;
export type PurchasePayload = z.infer<typeof purchasePayload>;
export type TopUpPayload = z.infer<typeof topUpPayload>;
