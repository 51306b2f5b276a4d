import type { SaidWay } from '#src/contract/cash/payment-way.ts';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import { isRecent } from '#src/extras/payouts/client/payment/way-text.ts';

/** A stall in the list of a run. Amounts in the smallest unit shown. */
export interface PayLine {
  id: string;
  stall: string;
  owner: string;
  owed: number;
  /** Part of the balance that no voucher covered, or that is under review. */
  withheld: number;
  /** Balance less withheld amounts; 0 means that nothing can be paid now. */
  payable: number;
  /** Total of earlier payouts, as the list showed it. */
  paid: number;
  payment: SaidWay;
  /** True if its payment way changed recently. */
  isRecent: boolean;
}

/** Returns the stalls with a balance, largest first. Stalls whose whole balance is withheld are last and locked. */
export function payLines(balances: readonly StallBalance[], nowMs: number): PayLine[] {
  return balances
    .filter(({ owed }) => owed > 0)
    .map(({ estanteId, estanteName, ownerName, owed, withheld, paid, payment }) => {
      return {
        id: estanteId,
        stall: estanteName,
        owner: ownerName,
        owed,
        withheld,
        payable: Math.max(0, owed - withheld),
        paid,
        payment,
        isRecent: isRecent(payment, nowMs),
      };
    })
    .sort((one, other) => other.payable - one.payable || other.owed - one.owed);
}

/** Returns the ticked lines that can be paid. */
export function chosenOf(lines: readonly PayLine[], out: ReadonlySet<string>): PayLine[] {
  return lines.filter(({ id, payable }) => payable > 0 && !out.has(id));
}

/** Returns the totals of the ticked lines, and what the market still owes the stalls of the list. */
export function paySums(lines: readonly PayLine[], out: ReadonlySet<string>) {
  const chosen = chosenOf(lines, out);
  const total = chosen.reduce((sum, { payable }) => sum + payable, 0);
  const owed = lines.reduce((sum, line) => sum + line.owed, 0);
  return {
    count: chosen.length,
    /** Total of the payouts. */
    total,
    /** Balances of all stalls in the list. */
    owed,
    withheld: lines.reduce((sum, line) => sum + Math.min(line.owed, line.withheld), 0),
    /** Balance that remains afterwards, for whatever reason. */
    left: owed - total,
  };
}
