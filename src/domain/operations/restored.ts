import type { RefusalCode } from '#src/contract/refusals.ts';
import { restoreKinds, type RestoreKind } from '#src/contract/restored/schemas.ts';
import { refuse, type CallDecision, type Refused } from './decision.ts';

/** The restore about which a market is asked, and its answers. */
export type AskedRestore = { epoch: number; answered: readonly RestoreKind[] };

/** Returns the kinds that a market has not answered; null when it is not asked. */
export function openKinds(asked: AskedRestore | null): readonly RestoreKind[] {
  return asked ? restoreKinds.filter((kind) => !asked.answered.includes(kind)) : [];
}

/** Refusals for codes that a paper was already confirmed for. */
const known = {
  payouts: 'PAYOUT_KNOWN',
  refunds: 'VOUCHER_REFUNDED',
  joins: 'VOUCHER_JOINED',
} as const satisfies Record<RestoreKind, RefusalCode>;

export type ConfirmationFacts = {
  /** Null when nothing was restored since the market exists. */
  asked: AskedRestore | null;
  /** Confirmed meaning of one of the codes, unless withdrawn since; null for none. */
  knownAs: RestoreKind | null;
};

/**
 * Returns why a market may not confirm a paper, or null. Each is confirmed once, for the restore that the
 * page showed, while its kind has no answer. The rule of its operation decides the rest.
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
 * Decides the answer that no more of these kinds was done in the lost time: each once, for the restore that
 * the page showed, all or none. The plan lists the kinds that stay open.
 */
export function decideRestoreAnswer(
  { epoch, kinds }: { epoch: number; kinds: readonly RestoreKind[] },
  asked: AskedRestore | null,
): CallDecision<readonly RestoreKind[]> {
  if (!kinds.every((kind) => isOpen({ epoch, kind }, asked))) return refuse('RESTORE_ANSWERED');
  return { kind: 'post', plan: openKinds(asked).filter((kind) => !kinds.includes(kind)) };
}
