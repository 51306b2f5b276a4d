import * as z from 'zod/mini';
import { balanceField, customerNameField, idField, identificacionField, phoneField } from './fields.ts';
import { userSchema } from './user.ts';
import { voucherViewSchema } from './voucher.ts';

/** cliente, registered by staff */
export const customerCommandSchema = z.object({
  ownerName: customerNameField,
  identificacion: identificacionField,
  phone: z.optional(phoneField),
  id: z.optional(idField),
});
export type CustomerCommand = z.infer<typeof customerCommandSchema>;

/** `balance`: sum of the active vouchers, smallest unit shown. `points`: of the asking market. */
export const customerDetailSchema = z.object({
  client: userSchema,
  balance: balanceField,
  points: z.int(),
  vouchers: z.array(z.omit(voucherViewSchema, { clientId: true })),
});
export type CustomerDetail = z.infer<typeof customerDetailSchema>;
