import type * as z from 'zod/mini';
import type { SessionUser } from '#src/client/state/session.ts';
import type { OpId } from '#src/contract/brands.ts';
import type { Call, ParsedOf } from '#src/contract/call.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { RefusalFacts } from '#src/domain/purchase/refusal-sentence.ts';
import type { Books } from './books.ts';
import type { IssuingKey } from './issuing-key.ts';

/** A call parsed by its schemas, and the market that answers it. */
export type Asked<C extends Call> = ParsedOf<C> & { opId: OpId; market: PracticeMarket };

/** The practice market while a call is answered. */
export type PracticeMarket = {
  books(): Books;
  /** Replaces the market's books. */
  write(books: Books): void;
  /** The signed-in person, the only one in practice. */
  readonly user: SessionUser;
  readonly key: IssuingKey;
  now(): string;
};

export type Refused = { refused: RefusalCode; facts: RefusalFacts };

export function refuse(refused: RefusalCode, facts: RefusalFacts = {}): Refused {
  return { refused, facts };
}

export function isRefused(answer: unknown): answer is Refused {
  return typeof answer === 'object' && answer !== null && 'refused' in answer;
}

/** The answer before parsing: fields with a default in the contract may be omitted. */
type Said<C extends Call> = C['answer'] extends z.ZodMiniType
  ? z.input<C['answer']>
  : C['answer'] extends 'bytes'
    ? Uint8Array<ArrayBuffer>
    : undefined;

type Handler<C extends Call> = (asked: Asked<C>) => Said<C> | Refused | Promise<Said<C> | Refused>;

/**
 * One call of the practice market without its static types: the input was parsed by the call's own schemas.
 */
export type Answering = { call: Call; answer: (asked: never) => unknown };

/** Binds a call of the table to its implementation; the compiler checks the answer against the contract. */
export function answering<const C extends Call>(call: C, answer: Handler<C>): Answering {
  return { call, answer };
}
