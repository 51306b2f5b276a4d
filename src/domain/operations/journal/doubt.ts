import type { ConflictReason } from '#src/contract/purchases/schemas.ts';

/** What the server knows of an entry of a device's journal beside its content. */
export type JournalFacts = {
  /** the device was retired by its market */
  isRevoked: boolean;
  /** the person it names, as far as they may work on this device */
  operator: { isActive: boolean; isSuspended: boolean } | null;
  /** signed by that person's own key, or brought by their session */
  isVouched: boolean;
  /** signed before that person was suspended */
  isOfBefore: boolean;
  /** another entry has the same number */
  isFork: boolean;
  /** our own seal says that it was accepted, by a database of which this one is an older copy */
  isProven: boolean;
};

/**
 * Why a person has to look at an entry before money moves for it. null when a session of the same person could do as
 * much.
 */
export function doubtOf(facts: JournalFacts): ConflictReason | null {
  const { operator } = facts;
  if (facts.isProven) return null;
  if (facts.isRevoked) return 'DEVICE_REVOKED';
  if (!operator) return 'NOT_OPERATOR';
  if (!operator.isActive) return 'OPERATOR_INACTIVE';
  if (operator.isSuspended && !facts.isOfBefore) return 'BINDING_SUSPENDED';
  if (!facts.isVouched) return 'OPERATOR_UNSIGNED';
  return facts.isFork ? 'JOURNAL_FORK' : null;
}

/** Seconds pass between a decision and its envelope, and clocks are corrected to about a second. */
export const clockSlackMs = 5 * 60_000;

/**
 * Whether an entry can have been written when it says. The server can prove one window: from the last contact in which
 * the device had not reported its number, to its arrival. All in ms since 1970.
 */
export function isTimePlausible(at: { occurredAt: number; notBefore: number; now: number }): boolean {
  return at.occurredAt >= at.notBefore - clockSlackMs && at.occurredAt <= at.now + clockSlackMs;
}
