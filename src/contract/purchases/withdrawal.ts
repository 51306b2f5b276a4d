import * as z from 'zod/mini';
import { opIdField } from '#src/contract/devices/device-fields.ts';
import { amountField, idField, voucherIdField } from '#src/contract/fields.ts';
import { topUpReceiptSchema } from '#src/contract/topups/schemas.ts';
import { purchaseReceiptSchema } from './schemas.ts';

/**
 * Takes back an operation that its device holds as unaccepted: what the server has not made, it never will. stands: it was made and
 * stays, and the receipt says so.
 */
export const withdrawalStates = ['withdrawn', 'stands'] as const;

/** A purchase by the id it was sent with, and as it was sent: another body under that id is another operation. */
export const purchaseWithdrawalCommandSchema = z.object({
  purchaseOpId: opIdField,
  userId: idField,
  estanteId: idField,
  codeQrUuid: voucherIdField,
  price: amountField,
});
export type PurchaseWithdrawalCommand = z.infer<typeof purchaseWithdrawalCommandSchema>;
export const purchaseWithdrawalSchema = z.object({
  state: z.enum(withdrawalStates),
  purchase: z.optional(purchaseReceiptSchema),
});
export type PurchaseWithdrawal = z.infer<typeof purchaseWithdrawalSchema>;

export const topUpWithdrawalCommandSchema = z.object({
  topUpOpId: opIdField,
  monto: amountField,
  uuid: voucherIdField,
  clientId: idField,
});
export type TopUpWithdrawalCommand = z.infer<typeof topUpWithdrawalCommandSchema>;
export const topUpWithdrawalSchema = z.object({
  state: z.enum(withdrawalStates),
  topUp: z.optional(topUpReceiptSchema),
});
export type TopUpWithdrawal = z.infer<typeof topUpWithdrawalSchema>;
