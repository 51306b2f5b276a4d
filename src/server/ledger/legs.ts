import { toAmount, type Amount, type MarketId, type Pesos, type VoucherId } from '#src/contract/brands.ts';
import type { Assignee } from '#src/contract/settlement/schemas.ts';

/**
 * What an account holds is what we owe when it is positive (voucher, stall, treasury of what was paid out) and what is
 * held for us or owed to us when it is negative (cash at a point or on its way from there, debt of a customer).
 */
export type AccountKind =
  | 'cash'
  | 'in-transit'
  | 'voucher'
  | 'stall'
  | 'clearing'
  | 'overspend'
  | 'guarantee'
  | 'debt'
  | 'redemption'
  | 'treasury'
  | 'cash-difference'
  | 'breakage'
  | 'deductions'
  | 'opening';

/** The accounts that each market has one of. */
type MarketAccountKind = Exclude<AccountKind, 'cash' | 'in-transit' | 'voucher' | 'stall' | 'debt'>;

/** cash, in-transit, voucher and stall are named by their owner's id; a debt belongs to a customer in a market; the rest are a market's. */
export type Account =
  | { kind: 'voucher'; ownerId: VoucherId; marketId: MarketId }
  | { kind: 'cash' | 'in-transit' | 'stall' | 'debt'; ownerId: string; marketId: MarketId }
  | { kind: MarketAccountKind; ownerId: MarketId; marketId: MarketId };

/** `amount` in the smallest unit shown. A leg of 0 is not posted. */
export type Leg = { account: Account; amount: Amount };

export function leg(
  kind: 'cash' | 'in-transit' | 'stall' | 'debt',
  ownerId: string,
  marketId: MarketId,
  amount: Pesos,
): Leg {
  return { account: { kind, ownerId, marketId }, amount: toAmount(amount) };
}

export function voucherLeg(voucherId: VoucherId, marketId: MarketId, amount: Pesos): Leg {
  return { account: { kind: 'voucher', ownerId: voucherId, marketId }, amount: toAmount(amount) };
}

/** On the one account of this kind that a market has. */
export function marketLeg(kind: MarketAccountKind, marketId: MarketId, amount: Pesos): Leg {
  return { account: { kind, ownerId: marketId, marketId }, amount: toAmount(amount) };
}

export type SettledSale = {
  voucher: { id: VoucherId; marketId: MarketId };
  stall: { id: string; marketId: MarketId };
  /** smallest unit shown; `taken` is what the voucher gives, 0 to `price` */
  price: Pesos;
  taken: Pesos;
};

/**
 * The stall gets all of the price, the voucher gives `taken`, the overspend account of the stall's market the rest. A
 * voucher of another market leaves that market owing the stall's: each market sums to 0 by itself.
 */
export function settlementLegs({ voucher, stall, price, taken }: SettledSale): Leg[] {
  const crosses = voucher.marketId !== stall.marketId;
  const legs = [
    voucherLeg(voucher.id, voucher.marketId, 0 - taken),
    leg('stall', stall.id, stall.marketId, price),
    marketLeg('overspend', stall.marketId, taken - price),
    marketLeg('clearing', voucher.marketId, crosses ? taken : 0),
    marketLeg('clearing', stall.marketId, crosses ? 0 - taken : 0),
  ];
  return legs.filter(({ amount }) => amount !== 0);
}

/** Every leg the other way round. */
export function reversed(legs: readonly Leg[]): Leg[] {
  return legs.map(({ account, amount }) => ({ account, amount: toAmount(0 - amount) }));
}

export type AssignedLoss = {
  to: Assignee;
  /** smallest unit shown, more than 0 */
  amount: Pesos;
  marketId: MarketId;
  stallId: string;
  /** the customer as it is now; needed for `customer` alone */
  customerId: string;
};

/** Moves a loss from the overspend account of the market to whom it was assigned: the fund, the customer's debt, the stall. */
export function overspendAssignment(loss: AssignedLoss): Leg[] {
  return [marketLeg('overspend', loss.marketId, loss.amount), assigneeLeg(loss)];
}

/** Pays the stall a sale whose voucher never arrived, charged to the fund or to the customer. */
export function directPayment(loss: AssignedLoss): Leg[] {
  return [leg('stall', loss.stallId, loss.marketId, loss.amount), assigneeLeg(loss)];
}

/** On whom a loss is put. */
export function assigneeLeg({ to, amount, marketId, stallId, customerId }: AssignedLoss): Leg {
  if (to === 'guarantee') return marketLeg('guarantee', marketId, 0 - amount);
  if (to === 'customer') return leg('debt', customerId, marketId, 0 - amount);
  return leg('stall', stallId, marketId, 0 - amount);
}
