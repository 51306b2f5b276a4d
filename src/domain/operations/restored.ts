import type { RefusalCode } from '#src/contract/refusals.ts';
import { restoreKinds, type RestoreKind } from '#src/contract/restored/schemas.ts';
import { refuse, type CallDecision, type Refused } from './decision.ts';

/** The restore that a market is asked about, and what it has answered. */
export type AskedRestore = { epoch: number; answered: readonly RestoreKind[] };

/** Returns the kinds that a market has not answered. null when it is asked nothing. */
export function openKinds(asked: AskedRestore | null): readonly RestoreKind[] {
  return asked ? restoreKinds.filter((kind) => !asked.answered.includes(kind)) : [];
}

/** What is said of codes that a paper was confirmed for already. */
const known = {
  payouts: 'PAYOUT_KNOWN',
  refunds: 'VOUCHER_REFUNDED',
  joins: 'VOUCHER_JOINED',
} as const satisfies Record<RestoreKind, RefusalCode>;

export type ConfirmationFacts = {
  /** null when nothing was restored since there is this market */
  asked: AskedRestore | null;
  /** what one of the codes was confirmed as, and not withdrawn since; null for nothing */
  knownAs: RestoreKind | null;
};

/**
 * Returns the refusal of a paper that a market confirms, null when it may: each once, for the restore that the page
 * showed, while its kind has no answer. What comes of it is the decision of its operation.
 */
export function refusesConfirmation(
  { epoch, kind }: { epoch: number; kind: RestoreKind },
  { asked, knownAs }: ConfirmationFacts,
): Refused | null {
  if (!isOpen({ epoch, kind }, asked)) return refuse('RESTORE_ANSWERED');
  return knownAs ? refuse(known[knownAs]) : null;
}

function isOpen({ epoch, kind }: { epoch: number; kind: RestoreKind }, asked: AskedRestore | null): boolean {
  return asked?.epoch === epoch && openKinds(asked).includes(kind);
}

/**
 * Answers that nothing more of these kinds was done in the lost time: each once, for the restore that the page showed,
 * all or none. The plan is what stays open.
 */
export function decideRestoreAnswer(
  { epoch, kinds }: { epoch: number; kinds: readonly RestoreKind[] },
  asked: AskedRestore | null,
): CallDecision<readonly RestoreKind[]> {
  if (!kinds.every((kind) => isOpen({ epoch, kind }, asked))) return refuse('RESTORE_ANSWERED');
  return { kind: 'post', plan: openKinds(asked).filter((kind) => !kinds.includes(kind)) };
}
