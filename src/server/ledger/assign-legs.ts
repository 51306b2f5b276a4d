import type { Assignee } from '#src/contract/settlement.ts';
import { leg, type Leg } from './settle-legs.ts';

export type AssignedSum = {
  to: Assignee;
  /** smallest unit shown, more than 0 */
  amount: number;
  marketId: string;
  stallId: string;
  /** the customer as it is now; needed for `customer` alone */
  customerId: string;
};

/** Moves what the overspend account of the market stands for to who bears it: the fund, the customer's debt, the stall. */
export function overspendAssignment(sum: AssignedSum): Leg[] {
  return [leg('overspend', sum.marketId, sum.marketId, sum.amount), bearer(sum)];
}

/** Pays the stall a sale whose voucher never came, at the charge of the fund or of the customer. */
export function directPayment(sum: AssignedSum): Leg[] {
  return [leg('stall', sum.stallId, sum.marketId, sum.amount), bearer(sum)];
}

function bearer({ to, amount, marketId, stallId, customerId }: AssignedSum): Leg {
  if (to === 'guarantee') return leg('guarantee', marketId, marketId, -amount);
  if (to === 'customer') return leg('debt', customerId, marketId, -amount);
  return leg('stall', stallId, marketId, -amount);
}
