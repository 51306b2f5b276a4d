import type { Scope } from './scope.ts';

/** `key` and `keys` are there in reads by them, and `values` in writes of rows. */
export type Request = { isWrite: boolean; key?: true; keys?: true; values?: unknown[] };

/**
 * Called before each request of a table: a fault in place of the request, an answer in its place, or null. It
 * may replace the request's rows.
 */
export type Guard = (
  scope: Scope,
  table: string,
  request: Request,
) => { fault: Error } | { answer: unknown } | null;
