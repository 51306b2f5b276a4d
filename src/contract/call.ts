import type * as z from 'zod/mini';
import type { SignInType } from './accounts/user-type.ts';

/**
 * Calls without a session, and registrations by stalls and suppliers, are counted by address under these names.
 * `deviceCall` is counted by device, after its signature, because many devices share a market's one address.
 */
export type QuotaName =
  | 'health'
  | 'session'
  | 'registration'
  | 'voucherLookup'
  | 'catalogue'
  | 'pointsLookup'
  | 'keyLookup'
  | 'holderPurchase'
  | 'deviceCall';

/**
 * A call that needs no session. With one, the session's role must be in `roles`; without them the session
 * is ignored. It cannot be declared without the quota that counts its calls without a session.
 */
type OpenCall = { isOpen: true; quota: QuotaName; roles?: readonly SignInType[] };
type SessionCall = { isOpen?: never; quota?: never; roles: readonly SignInType[] };

/**
 * One call of the wire, as data. The server derives its route, guard, limits and description from it; the
 * client its request and parsing; the tests the role matrix.
 */
export type Call = (OpenCall | SessionCall) & {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path after /api/v1, with parameters such as "/client/:id". */
  path: string;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Body of a success: JSON of this schema, nothing (204), or bytes. */
  answer: z.ZodMiniType | 'nothing' | 'bytes';
  /** Success status code; by default 200, or 201 for an idempotent call. */
  status?: 201;
  /** Takes an Idempotency-Key: the same key and body get the first answer again. */
  idempotent?: true;
  /** Limit of the body; `defaultBodyLimitBytes` by default. */
  bodyLimitBytes?: number;
};

/**
 * More than the largest command of a person: names, reasons and texts have at most a few hundred characters
 * each.
 */
export const defaultBodyLimitBytes = 8 * 1024;

type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;
/** The parsed body of a success. */
export type AnswerOf<C extends Call> = C['answer'] extends 'nothing'
  ? undefined
  : C['answer'] extends 'bytes'
    ? Uint8Array<ArrayBuffer>
    : Output<C['answer']>;
/** The request as parsed by the server. */
export type ParsedOf<C extends Call> = {
  params: Output<C['params']>;
  query: Output<C['query']>;
  body: Output<C['body']>;
};
