import type { OpId, Pesos } from '#src/contract/brands.ts';
import type { HandOverState } from '#src/contract/cash/till-hand-over.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import { canonicalHash } from '../../device/canonical-hash.ts';
import { refuse, type CallDecision, type Decision } from '../decision.ts';

/** Amounts in the smallest unit shown. */
export type TillHandOverFacts = {
  /** what the ledger expects in the till; null when there is no such point */
  till: Pesos | null;
  /**
   * the till may come to hold more: top-ups of this point wait for a person, or devices have not reported since a
   * restore
   */
  mayStillGrow: boolean;
};

/** A device's journal brings it: the cash may be on its way already. */
export type TillHandOverEntry = {
  /** why its person may not write it now; null when they may, or our own seal says that it was accepted */
  barred: Extract<RefusalCode, 'FORBIDDEN' | 'NOT_OPERATOR' | 'SIGN_IN_AGAIN' | 'DEVICE_REVOKED'> | null;
};

/** In the till afterwards. */
export type TillHandOverPlan = { left: Pesos };

/**
 * A point declares what it hands over, never more than its till holds. It moves nothing to the market: whoever receives
 * it counts. So one that is refused loses nothing either: the market counts at the point, or its point declares again.
 */
export function decideTillHandOver(
  { amount }: { amount: Pesos },
  { till, mayStillGrow }: TillHandOverFacts,
  entry: TillHandOverEntry | null,
): Exclude<Decision<TillHandOverPlan>, { kind: 'review' }> {
  if (entry?.barred === 'FORBIDDEN' || entry?.barred === 'DEVICE_REVOKED') return refuse(entry.barred);
  if (entry?.barred) return { kind: 'wait', code: entry.barred };
  if (till === null) return refuse('NOT_FOUND');
  if (amount <= till) return { kind: 'post', plan: { left: till - amount } };
  if (entry && mayStillGrow) return { kind: 'wait', code: 'WAITS_FOR_ANOTHER' };
  return refuse('HAND_OVER_TOO_MUCH', till);
}

/** "No la entregué": back into the till, while nobody has received it. null when this point has no such hand-over. */
export function decideHandOverVoid(
  handOver: { amount: Pesos; state: HandOverState } | null,
  { till }: { till: Pesos },
): CallDecision<TillHandOverPlan> {
  if (!handOver) return refuse('NOT_FOUND');
  if (handOver.state !== 'IN_TRANSIT') return refuse('HAND_OVER_CLOSED');
  return { kind: 'post', plan: { left: till + handOver.amount } };
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * "E-7K4M2": what people call a hand-over by. Made of its operation's id, so that a paper printed without a link names
 * it already.
 */
export function handOverCodeOf(opId: OpId): string {
  let rest = Number.parseInt(canonicalHash({ opId }).slice(0, 7), 16);
  let code = '';
  for (let place = 0; place < 5; place += 1) {
    code = letters.charAt(rest % 32) + code;
    rest = Math.floor(rest / 32);
  }
  return `E-${code}`;
}
