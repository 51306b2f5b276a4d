import { toAmount, type Amount, type MarketId, type Pesos, type VoucherId } from '#src/protocol/brands.ts';

/** Accounts named by the id of their voucher, till, stall or customer. */
type OwnedKind = 'cash' | 'voucher' | 'stall' | 'debt';

/** Accounts of which each market has one. */
export type MarketKind =
  | 'clearing'
  | 'overspend'
  | 'guarantee'
  | 'redemption'
  | 'treasury'
  | 'cash-difference'
  | 'breakage'
  | 'opening';

export type AccountKind = OwnedKind | MarketKind;
/** Where the returned cash of a top-up comes from. */
export type CashKind = 'cash' | 'treasury' | 'cash-difference';

export type Account<Kind extends AccountKind = AccountKind> = {
  kind: Kind;
  ownerId: string;
  marketId: MarketId;
};

/** Moves `amount`, 0 or more in the smallest unit shown, from one account of a market to another. */
export type Transfer<From extends AccountKind = AccountKind, To extends AccountKind = AccountKind> = {
  from: Account<From>;
  to: Account<To>;
  amount: Amount;
};
/** The pairs of a kind that takes another back. */
export type Swapped<Taken> = Taken extends Transfer<infer From, infer To> ? Transfer<To, From> : never;

export function ownAccount<Kind extends Exclude<OwnedKind, 'voucher'>>(
  kind: Kind,
  ownerId: string,
  marketId: MarketId,
): Account<Kind> {
  return { kind, ownerId, marketId };
}

export function voucherAccount(voucherId: VoucherId, marketId: MarketId): Account<'voucher'> {
  return { kind: 'voucher', ownerId: voucherId, marketId };
}

export function marketAccount<Kind extends MarketKind>(kind: Kind, marketId: MarketId): Account<Kind> {
  return { kind, ownerId: marketId, marketId };
}

export function transfer<From extends AccountKind, To extends AccountKind>(
  from: Account<From>,
  to: Account<To>,
  amount: Pesos,
): Transfer<From, To> {
  if (amount < 0) throw new Error(`a transfer of ${amount} from ${from.kind} to ${to.kind}`);
  if (from.marketId !== to.marketId)
    throw new Error(`a transfer between markets from ${from.kind} to ${to.kind}`);
  return { from, to, amount: toAmount(amount) };
}

export function takenBack<One extends Transfer>(transfers: readonly One[]): Swapped<One>[] {
  return transfers.map(({ from, to, amount }) => ({ from: to, to: from, amount }) as Swapped<One>);
}

/** Change of an account's balance by a movement. */
export type Leg = { account: Account; amount: Amount };

/** Returns the change of each account, without those that keep their balance. */
export function legsOf(transfers: readonly Transfer[]): Leg[] {
  const legs = new Map<string, Leg>();
  const change = (account: Account, amount: Pesos): void => {
    const key = `${account.kind} ${account.ownerId} ${account.marketId}`;
    legs.set(key, { account, amount: toAmount((legs.get(key)?.amount ?? 0) + amount) });
  };
  for (const { from, to, amount } of transfers) {
    change(from, 0 - amount);
    change(to, amount);
  }
  return [...legs.values()].filter(({ amount }) => amount !== 0);
}

type PurchaseToPost = {
  voucher: { id: VoucherId; marketId: MarketId };
  stall: { id: string; marketId: MarketId };
  /** Smallest unit shown. `taken`: amount that the voucher pays, 0 to `price`. */
  price: Pesos;
  taken: Pesos;
};
export type PurchaseTransfer =
  | Transfer<'voucher' | 'clearing' | 'overspend', 'stall'>
  | Transfer<'voucher', 'clearing'>;

/**
 * The stall receives the full price: `taken` from the voucher, the rest from the overspend account of the stall's
 * market. A voucher of another market pays over the clearing accounts, which leaves a debt of its market to the stall's.
 */
export function purchaseTransfers({ voucher, stall, price, taken }: PurchaseToPost): PurchaseTransfer[] {
  const payer = voucherAccount(voucher.id, voucher.marketId);
  const seller = ownAccount('stall', stall.id, stall.marketId);
  const paid =
    voucher.marketId === stall.marketId
      ? [transfer(payer, seller, taken)]
      : [
          transfer(payer, marketAccount('clearing', voucher.marketId), taken),
          transfer(marketAccount('clearing', stall.marketId), seller, taken),
        ];
  return [...paid, transfer(marketAccount('overspend', stall.marketId), seller, price - taken)];
}
