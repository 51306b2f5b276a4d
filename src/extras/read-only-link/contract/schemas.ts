import * as z from 'zod/mini';
import { anyAmountField, instantField, textField, voucherIdField } from '#src/contract/fields.ts';
import { voucherStateSchema } from '#src/contract/vouchers/schemas.ts';

/** enlace para solo mirar: created by the voucher's holder. The previous link ends. */
export const viewLinkCommandSchema = z.object({ codeQrUuid: voucherIdField });
/** Key after the "#" of "/mirar": 128 random bits that cannot pay. The server returns it once. */
export const viewLinkSchema = z.object({ key: z.string() });
export const viewLinkEndSchema = z.object({ ended: z.boolean() });
export const viewKeyField = textField(40);

/** Contents of the page of a read-only link. They never include the voucher's id, its short code or a document. */
export const voucherGlanceSchema = z.object({
  ownerName: z.string(),
  monto: anyAmountField,
  /** Monto de la recarga. */
  face: anyAmountField,
  state: voucherStateSchema,
  createAt: instantField,
  expiresAt: z.optional(instantField),
  /** Newest first, at most fifty. */
  purchases: z.array(
    z.object({
      estanteName: z.string(),
      price: anyAmountField,
      /** Amount returned; the whole price for a voided purchase. */
      givenBack: anyAmountField,
      createAt: instantField,
    }),
  ),
});
export type VoucherGlance = z.infer<typeof voucherGlanceSchema>;
