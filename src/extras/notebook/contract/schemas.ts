import * as z from 'zod/mini';
import { signInTypeSchema } from '#src/contract/accounts/user-type.ts';
import {
  anyAmountField,
  customerNameField,
  emailField,
  identificacionField,
  phoneField,
  textField,
} from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';
import { maxOpeningOfCustomer, maxOpeningOfStall } from '#src/contract/operations/opening-limits.ts';
import { amountField, idField, instantField } from '#src/protocol/fields.ts';
import { maxFileName, maxRowsAtOnce, maxSheetRows } from './sheet-limits.ts';

/** The kinds of rows in a sheet: estantes, clientes, each with its opening balance. */
export const sheetKinds = ['stalls', 'customers'] as const;
export const sheetKindSchema = z.enum(sheetKinds);
export type SheetKind = z.infer<typeof sheetKindSchema>;

/** Row number as people see it, from 1. */
const rowField = z.int().check(z.gte(1), z.lte(1_000_000));
const phone = z.optional(phoneField);
const email = z.optional(emailField);

export const stallLineSchema = z.object({
  row: rowField,
  name: textField(maxLength.estanteName),
  ownerName: customerNameField,
  phone,
  email,
  /** Amount that the market owes the stall, according to the notebook. */
  amount: z.optional(amountField.check(z.lte(maxOpeningOfStall))),
});
export const customerLineSchema = z.object({
  row: rowField,
  name: customerNameField,
  identificacion: identificacionField,
  phone,
  email,
  /** Amount that the customer can still spend, according to the notebook. */
  amount: z.optional(amountField.check(z.lte(maxOpeningOfCustomer))),
});
export type StallLine = z.infer<typeof stallLineSchema>;
export type CustomerLine = z.infer<typeof customerLineSchema>;

function some<Line extends typeof stallLineSchema | typeof customerLineSchema>(line: Line) {
  const isOnce = (rows: readonly { row: number }[]): boolean =>
    new Set(rows.map(({ row }) => row)).size === rows.length;
  const error = 'Una fila está dos veces.';
  return z.array(line).check(z.minLength(1), z.maxLength(maxRowsAtOnce), z.refine(isOnce, { error }));
}

/** Rows of one kind. They are read and checked on the device: a sheet itself is never sent. */
export const sheetLinesSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stalls'), rows: some(stallLineSchema) }),
  z.object({ kind: z.literal('customers'), rows: some(customerLineSchema) }),
]);
export type SheetLines = z.infer<typeof sheetLinesSchema>;

/**
 * The outcome of a row. `there`: the market has it, and nothing is made; `has-opening`: its opening balance is not
 * posted again either. The rest are reasons for leaving it out: its email is taken, or its sum
 * exceeds what the market may guarantee.
 */
export const lineStatusSchema = z.enum(['made', 'there', 'email-taken', 'has-opening', 'over-limit']);
export type LineStatus = z.infer<typeof lineStatusSchema>;
export const lineStatusesSchema = z.object({
  rows: z.array(z.object({ row: rowField, status: lineStatusSchema })),
});
export type LineStatuses = z.infer<typeof lineStatusesSchema>;

/** `fileHash`: SHA-256 of the sent rows, in hexadecimal. */
export const sheetCommandSchema = z.object({
  kind: sheetKindSchema,
  fileName: textField(maxFileName),
  fileHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  rows: z.int().check(z.gte(1), z.lte(maxSheetRows)),
  /** Sum of the opening balances; absent if there are none. */
  amount: z.optional(amountField),
});

/** traída: one imported sheet. */
export const sheetSchema = z.object({
  _id: z.string(),
  kind: sheetKindSchema,
  fileName: z.string(),
  /** Announced rows, and the imported ones among them. */
  rows: z.int(),
  came: z.int(),
  made: z.int(),
  there: z.int(),
  /** Opening balances that were posted. */
  amount: anyAmountField,
  /** Its accounts that are not open yet, for which slips can be printed. */
  slips: z.int(),
  /** Its unused vouchers. */
  papers: z.int(),
  broughtBy: z.string(),
  createAt: instantField,
});
export type Sheet = z.infer<typeof sheetSchema>;
export const sheetListSchema = z.array(sheetSchema);

export const bringCommandSchema = z.object({ id: idField, lines: sheetLinesSchema });
export type BringCommand = z.infer<typeof bringCommandSchema>;

export const sheetTargetSchema = z.object({ id: idField });
export type SheetTarget = z.infer<typeof sheetTargetSchema>;

/** papelito de ingreso: the first sign-in of a person without email; the code works once. */
export const slipListSchema = z.object({
  expiresAt: instantField,
  slips: z.array(
    z.object({
      name: z.string(),
      ownerName: z.string(),
      userType: signInTypeSchema,
      userName: z.string(),
      code: z.string(),
    }),
  ),
});
export type SlipList = z.infer<typeof slipListSchema>;

export const paperQuerySchema = z.object({ after: z.optional(z.coerce.number().check(z.int(), z.gte(0))) });
/** Vouchers of a sheet, to be printed; `next`: the row after which the next page starts. */
export const paperPageSchema = z.object({
  papers: z.array(
    z.object({
      row: rowField,
      ownerName: z.string(),
      identificacion: z.string(),
      monto: anyAmountField,
      shortCode: z.string(),
      urlCodeQr: z.string(),
      createAt: instantField,
      expiresAt: z.optional(instantField),
    }),
  ),
  next: z.nullable(z.int()),
});
export type PaperPage = z.infer<typeof paperPageSchema>;
