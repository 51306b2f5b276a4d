import { toPoints, type Pesos, type Points } from '#src/contract/brands.ts';
import type { RefusalCode } from '#src/contract/refusal-code.ts';
import { pointsFor } from './decide-purchase.ts';

/** A purchase and what became of it until now; smallest unit shown. */
export type PurchaseStanding = {
  /** of the purchase, less what was voided of it */
  stands: Pesos;
  /** the part of it that no voucher covered and nobody has assigned: a void closes it first */
  uncovered: Pesos;
  /** the part of it whose loss somebody was assigned: that is decided, and no void touches it */
  assigned: Pesos;
};

type VoidRefusal = {
  code: Extract<RefusalCode, 'ALREADY_VOIDED' | 'VOID_TOO_MUCH' | 'SALE_ASSIGNED'>;
  /** what may still be voided, of a part that is too large */
  left?: number;
};
type DecidedVoid = {
  amount: Pesos;
  /** of it: what leaves the overspend account instead of going back to the voucher */
  fromUncovered: Pesos;
};

/**
 * How much a void gives back, and to whom. `asked` null: all that stands. The customer has paid the voucher's part alone, so what
 * is missing goes first: the voucher never gets back what it did not give.
 */
export function decideVoid(
  { stands, uncovered, assigned }: PurchaseStanding,
  asked: Pesos | null,
): DecidedVoid | VoidRefusal {
  const most = stands - assigned;
  if (stands <= 0) return { code: 'ALREADY_VOIDED' };
  const amount = asked ?? stands;
  if (amount > most)
    return asked === null || most <= 0 ? { code: 'SALE_ASSIGNED' } : { code: 'VOID_TOO_MUCH', left: most };
  return { amount, fromUncovered: Math.min(uncovered, amount) };
}

/**
 * Points that stay with what stands of the sum that earned them. The market's rule is asked again; where it has changed since
 * and would give others for the whole, they go down in proportion. Nothing stands: none.
 */
export function pointsThatStand(
  earned: Points,
  ofPaid: { paid: Pesos; stands: Pesos },
  pointsEvery: Pesos,
): Points {
  const { paid, stands } = ofPaid;
  if (paid <= 0) return toPoints(0);
  if (pointsFor(paid, pointsEvery) === earned) return pointsFor(stands, pointsEvery);
  return toPoints(Math.floor((earned * stands) / paid));
}
