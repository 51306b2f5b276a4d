import type * as z from 'zod/mini';
import type { SignInType } from './accounts/user-type.ts';

/**
 * Calls without a session are counted by address under these names; the server says how many each allows. `deviceCall` is
 * counted by device, after its signature: many devices share a market's one address.
 */
export type QuotaName =
  | 'registration'
  | 'voucherLookup'
  | 'catalogue'
  | 'pointsLookup'
  | 'keyLookup'
  | 'holderPurchase'
  | 'complaint'
  | 'deviceCall';

/**
 * One call of the wire, as data. The server makes its route, guard, limits and description from it, the client its request
 * and the reading of the answer, the tests the matrix of roles.
 */
export type Call = {
  method: 'GET' | 'POST' | 'DELETE';
  /** from /api/v1 on, parameters with a colon: "/client/:id" */
  path: string;
  /** who may call with a session */
  roles: readonly SignInType[];
  /** Anybody may call without a session. With one it must be of `roles`; where there are none it is not looked at. */
  isOpen?: true;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** What a success carries: JSON of this schema, nothing (204), bytes, or a stream of server-sent events. */
  answer: z.ZodMiniType | 'nothing' | 'bytes' | 'events';
  /** of a success; 200 where absent */
  status?: 201;
  /** Takes an Idempotency-Key: the same key and body get the first answer again. */
  idempotent?: true;
  /** of the body; `defaultBodyLimitBytes` where absent */
  bodyLimitBytes?: number;
  /** Counts calls without a session, by address. */
  quota?: QuotaName;
  /** wire version that brought it */
  since: number;
};

/** The largest command of a person, with room: names, reasons and texts are at most some hundred characters each. */
export const defaultBodyLimitBytes = 8 * 1024;

type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;
/** What a success carries, parsed. */
export type AnswerOf<C extends Call> = C['answer'] extends 'nothing'
  ? undefined
  : C['answer'] extends 'bytes'
    ? Uint8Array<ArrayBuffer>
    : Output<C['answer']>;
/** What the server has parsed. */
export type ParsedOf<C extends Call> = {
  params: Output<C['params']>;
  query: Output<C['query']>;
  body: Output<C['body']>;
};
