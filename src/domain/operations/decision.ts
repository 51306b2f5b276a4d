import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';

/**
 * What becomes of an operation, whichever way it came in. post: it is posted as planned. review: it may have happened, and exceeds
 * what a session could do now, so a person decides. refuse: it did not happen. wait: something it needs is not here yet.
 */
export type Decision<Plan> =
  | { kind: 'post'; plan: Plan }
  | { kind: 'review'; reason: ConflictReason }
  | Refused
  | { kind: 'wait'; code: RefusalCode };

/** `left`: the figure that the sentence names. */
export type Refused = { kind: 'refuse'; code: RefusalCode; left?: number };

export function refuse(code: RefusalCode, left?: number): Refused {
  return left === undefined ? { kind: 'refuse', code } : { kind: 'refuse', code, left };
}

export function review(reason: ConflictReason): { kind: 'review'; reason: ConflictReason } {
  return { kind: 'review', reason };
}

/** The decision of an operation that only a session asks for: nothing is left for a person, and nothing waits. */
export type CallDecision<Plan> = { kind: 'post'; plan: Plan } | Refused;
