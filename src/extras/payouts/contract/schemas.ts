import * as z from 'zod/mini';
import { cash, paymentWaySchema } from '#src/contract/cash/payment-way.ts';
import { anyAmountField, textField } from '#src/contract/fields.ts';
import { maxLength, maxPaidAtOnce } from '#src/contract/limits.ts';
import { askedInstantField } from '#src/contract/period-fields.ts';
import { amountField, balanceField, idField, instantField } from '#src/protocol/fields.ts';

/** The payment way at the time of the payout. */
const usedWayField = z._default(paymentWaySchema, cash);

/**
 * pago de varios estantes: all of them or none. `monto` and `paid` are the figures of the list: the payout, and
 * the stall's earlier payouts. Nothing is paid when the balance is lower now, the stall was paid
 * meanwhile, or its payment way changed. Withheld money is paid to one stall at a time.
 */
export const payoutRunCommandSchema = z.object({
  pagos: z
    .array(
      z.object({
        estanteId: idField,
        monto: amountField,
        paid: balanceField,
        /**
         * The time when the stall chose the payment way in the list, or null for never. If absent, ways are
         * not compared.
         */
        wayAt: z.optional(z.nullable(askedInstantField)),
      }),
    )
    .check(
      z.minLength(1),
      z.maxLength(maxPaidAtOnce),
      z.refine((pagos) => new Set(pagos.map(({ estanteId }) => estanteId)).size === pagos.length, {
        error: 'Un estante está dos veces.',
      }),
    ),
  note: z.optional(textField(maxLength.reason)),
});

/** The data of the signing sheet. */
export const payoutRunSchema = z.object({
  codeRun: z.string(),
  total: anyAmountField,
  pagos: z.array(
    z.object({
      codePago: z.string(),
      estanteId: z.string(),
      estanteName: z.string(),
      ownerName: z.string(),
      /** Balance before the payout. */
      owed: anyAmountField,
      monto: anyAmountField,
      /** The payment way at that time, which later changes do not affect. */
      way: usedWayField,
    }),
  ),
  note: z.string(),
  paidBy: z.string(),
  createAt: instantField,
});
export type PayoutRun = z.infer<typeof payoutRunSchema>;
export const runCodeField = textField(20);
