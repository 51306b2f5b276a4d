import { toAmount, type Amount, type MarketId, type Pesos, type VoucherId } from '#src/contract/brands.ts';
import type { Assignee } from '#src/contract/settlement/schemas.ts';

/**
 * A positive balance is a liability (voucher, stall, treasury of what was paid out). A negative one is held
 * for the market or owed to it (cash at a point, a customer's debt).
 */
export type AccountKind =
  | 'cash'
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
  | 'opening';

/** Accounts of which each market has one. */
type MarketAccountKind = Exclude<AccountKind, 'cash' | 'voucher' | 'stall' | 'debt'>;

/**
 * cash, voucher and stall are named by their owner's id. A debt belongs to a customer in a
 * market; the others to a market.
 */
export type Account =
  | { kind: 'voucher'; ownerId: VoucherId; marketId: MarketId }
  | { kind: 'cash' | 'stall' | 'debt'; ownerId: string; marketId: MarketId }
  | { kind: MarketAccountKind; ownerId: MarketId; marketId: MarketId };

/** `amount` in the smallest unit shown. A leg of 0 is not posted. */
export type Leg = { account: Account; amount: Amount };

export function leg(
  kind: 'cash' | 'stall' | 'debt',
  ownerId: string,
  marketId: MarketId,
  amount: Pesos,
): Leg {
  return { account: { kind, ownerId, marketId }, amount: toAmount(amount) };
}

export function voucherLeg(voucherId: VoucherId, marketId: MarketId, amount: Pesos): Leg {
  return { account: { kind: 'voucher', ownerId: voucherId, marketId }, amount: toAmount(amount) };
}

/** Returns a leg on the market's account of this kind. */
export function marketLeg(kind: MarketAccountKind, marketId: MarketId, amount: Pesos): Leg {
  return { account: { kind, ownerId: marketId, marketId }, amount: toAmount(amount) };
}

export type SettledPurchase = {
  voucher: { id: VoucherId; marketId: MarketId };
  stall: { id: string; marketId: MarketId };
  /** Smallest unit shown. `taken`: amount that the voucher pays, 0 to `price`. */
  price: Pesos;
  taken: Pesos;
};

/**
 * The stall receives the full price, the voucher pays `taken`, and the overspend account of the stall's
 * market the rest. A voucher of another market creates a debt of that market to the stall's: each market sums
 * to 0 on its own.
 */
export function settlementLegs({ voucher, stall, price, taken }: SettledPurchase): Leg[] {
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

/** Returns the legs with reversed signs. */
export function reversed(legs: readonly Leg[]): Leg[] {
  return legs.map(({ account, amount }) => ({ account, amount: toAmount(0 - amount) }));
}

export type AssignedLoss = {
  to: Assignee;
  /** Smallest unit shown, more than 0. */
  amount: Pesos;
  marketId: MarketId;
  stallId: string;
  /** The customer's current id; only needed for `customer`. */
  customerId: string;
};

/**
 * Moves a loss from the market's overspend account to its bearer: the fund, the customer's debt, the stall.
 */
export function overspendAssignment(loss: AssignedLoss): Leg[] {
  return [marketLeg('overspend', loss.marketId, loss.amount), assigneeLeg(loss)];
}

/** Pays the stall for a sale whose voucher never arrived, charged to the fund or the customer. */
export function directPayment(loss: AssignedLoss): Leg[] {
  return [leg('stall', loss.stallId, loss.marketId, loss.amount), assigneeLeg(loss)];
}

/** Returns the leg of the loss's bearer. */
export function assigneeLeg({ to, amount, marketId, stallId, customerId }: AssignedLoss): Leg {
  if (to === 'guarantee') return marketLeg('guarantee', marketId, 0 - amount);
  if (to === 'customer') return leg('debt', customerId, marketId, 0 - amount);
  return leg('stall', stallId, marketId, 0 - amount);
}
