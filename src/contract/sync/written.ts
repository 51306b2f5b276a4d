import * as z from 'zod/mini';

/** Maximum operations that a call names as written: more than a kiosk writes in a week offline. */
export const maxWritten = 2_000;
/** Hex digits of an envelope's hash that are sent: 96 bits. */
export const hashStartLength = 24;

/**
 * Numbers of operations that the device has written and the server has not answered, each with the start of
 * its envelope's hash.
 */
export const writtenSchema = z
  .array(
    z.tuple([
      z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER)),
      z.string().check(z.regex(/^[\da-f]{24}$/)),
    ]),
  )
  .check(z.maxLength(maxWritten));
export type Written = z.infer<typeof writtenSchema>;
