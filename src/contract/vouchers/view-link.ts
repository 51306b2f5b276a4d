import * as z from 'zod/mini';
import { anyAmountField, instantField, textField, voucherIdField } from '#src/contract/fields.ts';
import { voucherStateSchema } from './schemas.ts';

/** enlace para solo mirar: made by whoever has the voucher's link; the one made before ends. */
export const viewLinkCommandSchema = z.object({ codeQrUuid: voucherIdField });
/** What stands after the "#" of "/mirar": 128 random bits, and nothing that pays. It is said once. */
export const viewLinkSchema = z.object({ key: z.string() });
export const viewLinkEndSchema = z.object({ ended: z.boolean() });
export const viewKeyField = textField(40);

/** What somebody sees who looks after another's money: never the voucher's id, its short code or a document. */
export const voucherGlanceSchema = z.object({
  ownerName: z.string(),
  monto: anyAmountField,
  /** monto de la recarga */
  face: anyAmountField,
  state: voucherStateSchema,
  createAt: instantField,
  expiresAt: z.optional(instantField),
  /** newest first, fifty at most */
  purchases: z.array(
    z.object({
      estanteName: z.string(),
      price: anyAmountField,
      /** given back of it; the whole price: voided */
      givenBack: anyAmountField,
      createAt: instantField,
    }),
  ),
});
export type VoucherGlance = z.infer<typeof voucherGlanceSchema>;
