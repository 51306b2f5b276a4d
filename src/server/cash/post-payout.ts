import { toAmount, type Amount, type MarketId, type OpId, type Pesos } from '#src/contract/brands.ts';
import type { Deduction, DeductionCommand } from '#src/contract/markets/deduction.ts';
import type { PaymentWay } from '#src/contract/markets/payment-way.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { post } from '#src/server/ledger/journal.ts';
import { leg, marketLeg } from '#src/server/ledger/legs.ts';
import { partOf, type StaffEntry } from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';

export type PaidStall = {
  /** of the payout itself */
  id: string;
  reference: OpId;
  /** "G-7K4M2QXD" */
  code: string;
  stallId: string;
  marketId: MarketId;
  /** what is handed over, smallest unit shown */
  amount: Amount;
  owedBefore: Amount;
  note: string;
  runCode: string | null;
  deductions: readonly DeductionCommand[];
  way: PaymentWay;
};

/** What comes off, smallest unit shown. */
export function deductedIn(deductions: readonly { monto: Pesos }[] = []): number {
  return deductions.reduce((sum, { monto }) => sum + monto, 0);
}

/** What the audit says of it; nothing came off: nothing. */
export function deductedFact(deductions: readonly { monto: Pesos }[] = []): { deducted?: number } {
  const deducted = deductedIn(deductions);
  return deducted === 0 ? {} : { deducted };
}

/**
 * Pays a stall out of its market's treasury, and takes off what comes off, each into the market's own account as a movement of its
 * own. Under the stall's lock, which the caller holds: it has looked that both together are owed.
 */
export async function postPayout(
  session: Session,
  { actor: recordedBy, op, recordedAt }: StaffEntry,
  { id, reference, deductions, way, ...paid }: PaidStall,
): Promise<Deduction[]> {
  const { stallId, marketId, amount } = paid;
  await post(session, {
    id,
    reference,
    recordedBy,
    recordedAt,
    kind: 'payout',
    legs: [leg('stall', stallId, marketId, 0 - amount), marketLeg('treasury', marketId, amount)],
    detail: { ...paid, way: JSON.stringify(way) },
  });
  const made: Deduction[] = [];
  for (const [place, { kind, monto, words = '' }] of deductions.entries()) {
    const movement = uuidV7();
    await post(session, {
      id: movement,
      reference: partOf(op, `${stallId} ${place + 1}`),
      recordedBy,
      recordedAt,
      kind: 'deduction',
      legs: [leg('stall', stallId, marketId, 0 - monto), marketLeg('deductions', marketId, monto)],
      detail: { payoutId: id, stallId, marketId, kind, words, amount: monto },
    });
    made.push({ _id: movement, kind, monto: toAmount(monto), words, voided: false });
  }
  return made;
}
