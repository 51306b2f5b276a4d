import * as z from 'zod/mini';

/** Every code an answer that is not a success may carry. Closed: a new one does not compile until it is mapped. */
export const refusalCodes = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'INVALID_CREDENTIALS',
  'ACCOUNT_PENDING',
  'ACCOUNT_REJECTED',
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
  'KEY_REUSED',
  'IN_PROGRESS',
  'WRONG_STATE',
  'DEVICE_UNKNOWN',
  'DEVICE_REVOKED',
  'DEVICE_PROOF_INVALID',
  'DEVICE_OF_ANOTHER_MARKET',
  'REGISTRATION_CHANGED',
  'WAITS_FOR_ANOTHER',
  'NOT_IMPLEMENTED',
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
