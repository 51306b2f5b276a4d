import * as z from 'zod/mini';
import type { Call } from '#src/contract/call.ts';

/**
 * A small response that proves that the client reached this server and not a captive portal: `nonce` is
 * echoed.
 */
export const healthSchema = z.object({
  status: z.literal('ok'),
  nonce: z.string(),
  /** Server clock, ISO 8601 UTC. */
  time: z.string(),
  /** Version and commit of the server; absent from older ones. */
  version: z.optional(z.string()),
});
const healthQuerySchema = z.object({ nonce: z.optional(z.string().check(z.maxLength(64))) });
/** The database responds: the server may take money. */
const readySchema = z.object({ status: z.literal('ready') });

export const healthCalls = {
  readHealth: {
    method: 'GET',
    path: '/health',
    isOpen: true,
    query: healthQuerySchema,
    answer: healthSchema,
    quota: 'health',
  },
  readReady: {
    method: 'GET',
    path: '/ready',
    isOpen: true,
    answer: readySchema,
    quota: 'health',
  },
} as const satisfies Record<string, Call>;
