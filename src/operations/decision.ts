import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { ChargedPurchase } from '#src/domain/purchase/refusal-sentence.ts';

/**
 * Decision about an operation, by whichever way it arrived. post: posted as planned. review: it may have
 * happened but exceeds what a session could do now, so a person decides. refuse: it did not happen. wait: a
 * precondition is missing.
 */
export type Decision<Plan> =
  | { kind: 'post'; plan: Plan }
  | { kind: 'review'; reason: ConflictReason }
  | Refused
  | Waits;

/** `left` and `charged`: for the refusal's sentence. */
export type Refused = { kind: 'refuse'; code: RefusalCode; left?: number; charged?: ChargedPurchase };
export type Waits = { kind: 'wait'; code: RefusalCode };

export function refuse(code: RefusalCode, left?: number): Refused {
  return left === undefined ? { kind: 'refuse', code } : { kind: 'refuse', code, left };
}

export function review(reason: ConflictReason): { kind: 'review'; reason: ConflictReason } {
  return { kind: 'review', reason };
}

export function wait(code: RefusalCode): Waits {
  return { kind: 'wait', code };
}

/** Decision about an operation that only a session can request: nothing is reviewed and nothing waits. */
export type CallDecision<Plan> = { kind: 'post'; plan: Plan } | Refused;
