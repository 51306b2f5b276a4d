import type { ReadCode } from '#src/contract/refusals.ts';
import type { Amount, OpId } from '#src/protocol/brands.ts';

/** Refused by our server, in our JSON. `message` is the sentence to show as is. */
export type Refused = {
  kind: 'refused';
  status: number;
  code: ReadCode;
  message: string;
  fields: Record<string, string>;
  /** Balance of the voucher, if the refusal includes it. */
  left?: Amount;
  opId: OpId | undefined;
  /** From Retry-After, if the server sent it. */
  retryAfterMs: number | undefined;
};

/**
 * No answer from our server: no link, a captive portal, a proxy's page, a truncated body, a failing server.
 */
export type Unreachable = {
  kind: 'unreachable';
  reason: 'network' | 'timeout' | 'not-ours' | 'server';
  /**
   * The sentence of an error response without a code. It is shown as is, and money operations are still
   * retried.
   */
  message?: string;
  retryAfterMs: number | undefined;
};

export type Ok<Data> = { kind: 'ok'; status: number; data: Data; replayed: boolean };

/** The outcome of a call. The API never throws, paints or navigates. */
export type CallAnswer<Data> = Ok<Data> | Refused | Unreachable;
