import type { DeductionCommand } from '#src/contract/cash/deduction.ts';
import type { PaymentWay, SaidWay } from '#src/contract/cash/payment-way.ts';
import type { StallBalance } from '#src/contract/cash/schemas.ts';
import { type DeductionDraft, deductionsOf } from '#src/extras/payouts/client/deductions/deduction-draft.ts';
import { isRecent } from '#src/extras/payouts/client/payment/way-text.ts';

/** A stall in the list of a run. Amounts in the smallest unit shown. */
export interface PayLine {
  id: string;
  stall: string;
  owner: string;
  owed: number;
  /** Part of the balance that no voucher covered, or that is under review. */
  held: number;
  /** Balance less held amounts; 0 means that nothing can be paid now. */
  payable: number;
  /** Total of earlier payouts, as the list showed it. */
  paid: number;
  payment: SaidWay;
  /** True if its payment way changed recently. */
  isRecent: boolean;
  deductions: readonly DeductionCommand[];
  deducted: number;
  /** Payable less deductions; 0 if the line is locked. */
  toPay: number;
}

/** The deductions of each stall: the common ones, or the stall's separate ones. */
export interface Deductions {
  all: DeductionDraft;
  own: ReadonlyMap<string, DeductionDraft>;
}

/** Returns the stalls with a balance, largest first. Stalls whose whole balance is held are last and locked. */
export function payLines(
  balances: readonly StallBalance[],
  { all, own }: Deductions,
  nowMs: number,
): PayLine[] {
  return balances
    .filter(({ owed }) => owed > 0)
    .map(({ estanteId, estanteName, ownerName, owed, held, paid, payment }) => {
      const payable = Math.max(0, owed - held);
      const deductions = deductionsOf(own.get(estanteId) ?? all);
      const deducted = deductions.reduce((sum, { monto }) => sum + monto, 0);
      return {
        id: estanteId,
        stall: estanteName,
        owner: ownerName,
        owed,
        held,
        payable,
        paid,
        payment,
        isRecent: isRecent(payment, nowMs),
        deductions,
        deducted,
        toPay: Math.max(0, payable - deducted),
      };
    })
    .sort((one, other) => other.payable - one.payable || other.owed - one.owed);
}

/** Returns the ticked lines that can be paid. */
export function chosenOf(lines: readonly PayLine[], out: ReadonlySet<string>): PayLine[] {
  return lines.filter(({ id, toPay }) => toPay > 0 && !out.has(id));
}

interface PaySums {
  count: number;
  /** Total of the payouts, and the deductions. */
  total: number;
  deducted: number;
  /** Balances of all stalls in the list. */
  owed: number;
  held: number;
  /** Balance that remains afterwards, for whatever reason. */
  left: number;
}

/** Returns the totals of the ticked lines, and what the market still owes the stalls of the list. */
export function paySums(lines: readonly PayLine[], out: ReadonlySet<string>): PaySums {
  const chosen = chosenOf(lines, out);
  const total = chosen.reduce((sum, { toPay }) => sum + toPay, 0);
  const deducted = chosen.reduce((sum, line) => sum + line.deducted, 0);
  const owed = lines.reduce((sum, line) => sum + line.owed, 0);
  return {
    count: chosen.length,
    total,
    deducted,
    owed,
    held: lines.reduce((sum, line) => sum + Math.min(line.owed, line.held), 0),
    left: owed - total - deducted,
  };
}

/** Returns the total for each payment way in use. */
export function byWay<Paid extends { way: PaymentWay; amount: number }>(
  paid: readonly Paid[],
): { kind: PaymentWay['kind']; count: number; total: number }[] {
  return (['KEY', 'ACCOUNT', 'CASH'] as const).flatMap((kind) => {
    const own = paid.filter(({ way }) => way.kind === kind);
    const total = own.reduce((sum, { amount }) => sum + amount, 0);
    return own.length === 0 ? [] : [{ kind, count: own.length, total }];
  });
}
