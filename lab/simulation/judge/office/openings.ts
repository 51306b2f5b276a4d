import type { MemoryMovement } from '#lab/simulation/memory/ledger.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';

type Standing = { person: string; market: string; amount: number };

/** The customer into whom the person was merged, or the person. */
function personNow({ server }: SimWorld, id: string): string {
  return server.ledger.customers.get(id)?.mergedInto ?? id;
}

/**
 * By the judge's own book: an opening balance has the requested amount and owner, against the market's own
 * account only. A person has one of a market.
 */
export function judgeOpenings(world: SimWorld): void {
  const { movements, vouchers } = world.server.ledger;
  const standing = new Map<string, Standing>();
  for (const movement of movements.values()) {
    const deed = world.deeds.get(movement.reference);
    const { amount = 0, operatorId: person = '', marketId: market = '', of = '' } = deed ?? {};
    if (movement.kind === 'opening') {
      const got = movement.legs.find((leg) => leg.amount > 0);
      const account = String(got?.account.ownerId ?? '');
      const isTheirs = of === 'stall' ? account === person : vouchers.get(account)?.ownerId === person;
      if (!isTheirs || got?.amount !== amount || againstMarket(movement, market) !== 0 - amount)
        world.violate('25', `an opening balance of ${amount} went elsewhere, or came from elsewhere`);
      for (const other of standing.values())
        if (other.market === market && personNow(world, other.person) === personNow(world, person))
          if (!wasMerged(world, other.person) && !wasMerged(world, person))
            world.violate('25', 'somebody has two opening balances of one market');
      standing.set(movement.id, { person, market, amount });
    }
  }
  judgeStanding(world, standing);
}

/** The market's total equals its openings. */
function judgeStanding({ server, violate }: SimWorld, standing: ReadonlyMap<string, Standing>): void {
  const owed = new Map<string, number>();
  for (const { market, amount } of standing.values()) owed.set(market, (owed.get(market) ?? 0) + amount);
  for (const { legs } of server.ledger.movements.values())
    for (const { account, amount } of legs)
      if (account.kind === 'opening') owed.set(account.ownerId, (owed.get(account.ownerId) ?? 0) + amount);
  for (const difference of owed.values())
    if (difference !== 0) violate('25', `a market stands for ${difference} more or less than its notebook`);
}

function againstMarket({ legs }: MemoryMovement, market: string): number {
  const others = legs.filter(({ account }) => !['voucher', 'stall', 'opening'].includes(account.kind));
  if (others.length > 0) return Number.NaN;
  return legs
    .filter(({ account }) => account.kind === 'opening' && account.ownerId === market)
    .reduce((sum, { amount }) => sum + amount, 0);
}

function wasMerged({ server }: SimWorld, id: string): boolean {
  return (server.ledger.customers.get(id)?.mergedInto ?? null) !== null;
}
