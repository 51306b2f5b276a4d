import * as z from 'zod/mini';

/** A small response by which a client knows that it reached this server and not a captive portal: `nonce` is echoed. */
export const healthSchema = z.object({
  status: z.literal('ok'),
  nonce: z.string(),
  /** server clock, ISO 8601 UTC */
  time: z.string(),
});
export const healthQuerySchema = z.object({ nonce: z.optional(z.string().check(z.maxLength(64))) });
/** The database responds: the server may take money. */
export const readySchema = z.object({ status: z.literal('ready') });
