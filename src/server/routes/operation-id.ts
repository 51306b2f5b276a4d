import * as z from 'zod/mini';

/** The Idempotency-Key: the operation's id, made and stored by the client before its first attempt. */
export const operationHeaders = z.object({
  'idempotency-key': z.optional(z.string().check(z.regex(/^[\x21-\x7e]{8,64}$/))),
});
