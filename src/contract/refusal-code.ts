import * as z from 'zod/mini';

/** Every code an answer that is not a success may carry. Closed: a new one does not compile until it is mapped. */
export const refusalCodes = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'INVALID_CREDENTIALS',
  'ACCOUNT_PENDING',
  'ACCOUNT_REJECTED',
  'MARKET_INACTIVE',
  'SETUP_LINK_INVALID',
  'INVALID_REQUEST',
  'MALFORMED_JSON',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'ROUTE_NOT_FOUND',
  'NOT_FOUND',
  'EMAIL_TAKEN',
  'IDENTIFICATION_TAKEN',
  'UNKNOWN_MARKET',
  'UNKNOWN_CUSTOMER',
  'UNKNOWN_VOUCHER',
  'AMBIGUOUS_CODE',
  'UNKNOWN_STALL',
  'AMOUNT_ZERO',
  'AMOUNT_TOO_LARGE',
  'INSUFFICIENT_BALANCE',
  'VOUCHER_SPENT',
  'VOUCHER_BLOCKED',
  'VOUCHER_EXPIRED',
  'VOUCHER_EXISTS',
  'VOUCHER_REISSUED',
  'UNKNOWN_PRODUCT',
  'UNKNOWN_REWARD',
  'REWARD_CHANGED',
  'UNKNOWN_PURCHASE',
  'ALREADY_VOIDED',
  'VOID_TOO_LATE',
  'NOT_ENOUGH_POINTS',
  'IDENTIFICATION_MISMATCH',
  'VOUCHER_NOT_EXPIRED',
  'CUSTOMER_HAS_BALANCE',
  'REGISTRATION_CLOSED',
  'WRONG_PASSWORD',
  'RESET_CODE_INVALID',
  'MORE_THAN_OWED',
  'TILL_MOVED',
  'REASON_REQUIRED',
  'NOTHING_TO_COUNT',
  'DAY_ALREADY_CLOSED',
  'DAY_NOT_OVER',
  'KEY_REUSED',
  'IN_PROGRESS',
  'WRONG_STATE',
  'DEVICE_UNKNOWN',
  'DEVICE_REVOKED',
  'DEVICE_PROOF_INVALID',
  'DEVICE_OF_ANOTHER_MARKET',
  'REGISTRATION_CHANGED',
  'WAITS_FOR_ANOTHER',
  'WITHDRAWN',
  'REVIEW_REJECTED',
  'SALE_ASSIGNED',
  'NOT_IMPLEMENTED',
  'CLIENT_TOO_OLD',
  'UNAVAILABLE',
  'INTERNAL',
] as const;
export const refusalCodeSchema = z.enum(refusalCodes);
export type RefusalCode = z.infer<typeof refusalCodeSchema>;

/** The body of every answer that is not a success. `message` is shown as it is; `opId` echoes the Idempotency-Key. */
export const refusalSchema = z.object({
  message: z.string(),
  code: refusalCodeSchema,
  fields: z.optional(z.record(z.string(), z.string())),
  opId: z.optional(z.string()),
});
export type Refusal = z.infer<typeof refusalSchema>;

/** A code this client does not know: its server is newer. The message is for people and is kept. */
export type ReadCode = RefusalCode | 'UNKNOWN_CODE';

const anyRefusalSchema = z.extend(refusalSchema, { code: z.string() });

export type ReadRefusal = Omit<Refusal, 'code'> & { code: ReadCode };

/** The refusal in the body of an answer, also of a newer server; null: it is none. */
export function readRefusal(body: unknown): ReadRefusal | null {
  const parsed = anyRefusalSchema.safeParse(body);
  if (!parsed.success) return null;
  const code = refusalCodeSchema.safeParse(parsed.data.code);
  return { ...parsed.data, code: code.success ? code.data : 'UNKNOWN_CODE' };
}
