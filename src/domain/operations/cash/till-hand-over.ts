import type { OpId, Pesos } from '#src/contract/brands.ts';
import type { HandOverState } from '#src/contract/cash/till-hand-over.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import { canonicalHash } from '../../device/canonical-hash.ts';
import { refuse, type CallDecision, type Decision } from '../decision.ts';

/** Amounts in the smallest unit shown. */
export type TillHandOverFacts = {
  /** Cash expected in the till; null when there is no such point. */
  till: Pesos | null;
  /**
   * The till may still grow: top-ups of this point await a decision, or devices have not reported since a
   * restore.
   */
  mayStillGrow: boolean;
};

/** An entry in a device's journal: the cash may already be on its way. */
export type TillHandOverEntry = {
  /**
   * Why its person may not write it now. Null when they may, or this server's seal shows that it was
   * accepted.
   */
  barred: Extract<RefusalCode, 'FORBIDDEN' | 'NOT_OPERATOR' | 'SIGN_IN_AGAIN' | 'DEVICE_REVOKED'> | null;
};

/** Cash left in the till. */
export type TillHandOverPlan = { left: Pesos };

/**
 * Decides a point's hand-over: at most the cash in its till. The market gains nothing before the receiver
 * counts, so a refusal loses nothing either: the market counts at the point, or the point declares again.
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

/**
 * "No la entregué": decides the return to the till of a hand-over that is not received yet. Null when this
 * point has no such hand-over.
 */
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
 * Returns the code of a hand-over, "E-7K4M2", derived from its operation's id, so that a slip printed offline
 * already shows it.
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
