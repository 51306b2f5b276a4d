import type { Pesos } from '#src/contract/brands.ts';
import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import { review, type Decision } from '../decision.ts';
import { decideVoid, type VoidFacts, type VoidPlan } from '../void.ts';
import { doubtOf, type JournalFacts } from './doubt.ts';

/** Why a person decides about a void that its stall could not make by a call. */
const reasonOf: Partial<Record<RefusalCode, ConflictReason>> = {
  VOID_TOO_LATE: 'TOO_LATE',
  ALREADY_PAID_OUT: 'PAID_OUT',
  POINTS_SPENT: 'POINTS_SPENT',
};

/**
 * Decides a void of a paid sale in a device's journal, whole or in part: posted as far as its stall could
 * void at that time; beyond that it becomes a line. `plan` is null when nothing of the sale remains.
 */
export function decideJournalVoid(
  asked: { amount: Pesos | null },
  sale: VoidFacts,
  entry: JournalFacts & { isInTime: boolean },
): Exclude<Decision<VoidPlan | null>, { kind: 'refuse' }> {
  const doubt = doubtOf(entry);
  if (doubt) return review(doubt);
  if (!entry.isInTime) return review('TIME_IMPLAUSIBLE');
  const decided = decideVoid(asked, sale);
  if (decided.kind === 'post') return decided;
  if (decided.code === 'ALREADY_VOIDED') return { kind: 'post', plan: null };
  return review(reasonOf[decided.code] ?? 'SPENT_ELSEWHERE');
}
