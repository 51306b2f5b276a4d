import * as z from 'zod/mini';
import { voucherIdField } from '#src/contract/fields.ts';
import { topUpReceiptSchema } from '#src/contract/topups/schemas.ts';
import { opIdField, amountField, idField } from '#src/protocol/fields.ts';
import { purchaseReceiptSchema } from './schemas.ts';

/**
 * Withdraws an operation that its device holds as unaccepted: if the server has not made it, it never will.
 * stands: it was made and stays, as the receipt shows.
 */
export const withdrawalStates = ['withdrawn', 'stands'] as const;

/**
 * A purchase with the id and body under which it was sent: another body under that id is another operation.
 */
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
