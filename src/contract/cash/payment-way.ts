import * as z from 'zod/mini';
import { identificacionField, ownerNameField, textField } from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';
import { instantField } from '#src/protocol/fields.ts';

export const accountTypes = ['SAVINGS', 'CHECKING'] as const;
export type AccountType = (typeof accountTypes)[number];

/** Owner of the key or account. */
const holder = { holder: ownerNameField, identificacion: identificacionField };

/**
 * A Bre-B key: a document or a phone, an email, or "@" with letters and digits. Except for that "@", it
 * contains no character that a spreadsheet takes for the start of a formula.
 */
const keyField = z
  .string()
  .check(
    z.trim(),
    z.maxLength(maxLength.email),
    z.regex(/^(?:\d{5,15}|@[A-Za-z0-9]{3,20}|[A-Za-z0-9][\w.+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)$/),
  );

/** Payment way of a stall: in cash, by its key, or to its account. */
export const paymentWaySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('CASH') }),
  z.object({ kind: z.literal('KEY'), key: keyField, ...holder }),
  z.object({
    kind: z.literal('ACCOUNT'),
    bank: textField(maxLength.bankName),
    accountType: z.enum(accountTypes),
    account: z.string().check(z.trim(), z.regex(/^\d{6,20}$/)),
    ...holder,
  }),
]);
export type PaymentWay = z.infer<typeof paymentWaySchema>;

export const cash = { kind: 'CASH' } as const satisfies PaymentWay;

/** `changedAt` is null when the stall never chose a way, so cash applies. */
export const saidWaySchema = z.object({ way: paymentWaySchema, changedAt: z.nullable(instantField) });
export type SaidWay = z.infer<typeof saidWaySchema>;
export const saidWayField = z._default(saidWaySchema, { way: cash, changedAt: null });
