/** Where a posting goes. voucher and stall: the account's id is the owner's; the others belong to a market, a debt also to a customer. */
export type AccountRef = {
  kind: 'voucher' | 'stall' | 'clearing' | 'overspend' | 'guarantee' | 'debt';
  ownerId: string;
  marketId: string;
};
/** `amount` in the smallest unit shown, never 0. Owed to somebody: positive; held for or owed to the market: negative. */
export type Leg = { account: AccountRef; amount: number };

/** Balanced postings with a reference that is unique for ever: what makes "at most once" a fact of the database. */
export type Movement = {
  id: string;
  kind: 'purchase' | 'assignment';
  reference: string;
  recordedBy: string;
  recordedAt: Date;
  legs: readonly Leg[];
};

export type SettledSale = {
  voucher: { id: string; marketId: string };
  stall: { id: string; marketId: string };
  /** smallest unit shown; `taken` is what the voucher gives, 0 to `price` */
  price: number;
  taken: number;
};

/**
 * The legs of a sale that has happened: the stall gets all of it, the voucher gives what it has, the overspend account of
 * the stall's market the rest. Each market sums to 0 on its own.
 */
export function settlementLegs({ voucher, stall, price, taken }: SettledSale): Leg[] {
  const crosses = voucher.marketId !== stall.marketId;
  return withoutZeros([
    leg('voucher', voucher.id, voucher.marketId, -taken),
    leg('stall', stall.id, stall.marketId, price),
    leg('overspend', stall.marketId, stall.marketId, taken - price),
    leg('clearing', voucher.marketId, voucher.marketId, crosses ? taken : 0),
    leg('clearing', stall.marketId, stall.marketId, crosses ? -taken : 0),
  ]);
}

export function leg(kind: AccountRef['kind'], ownerId: string, marketId: string, amount: number): Leg {
  return { account: { kind, ownerId, marketId }, amount };
}

function withoutZeros(legs: Leg[]): Leg[] {
  return legs.filter(({ amount }) => amount !== 0);
}
