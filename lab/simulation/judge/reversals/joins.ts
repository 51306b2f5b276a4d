import type { MemoryMovement } from '#lab/simulation/memory/ledger.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';

/** The customer into whom the person was merged, or the person. */
function personNow({ server }: SimWorld, id: string): string {
  return server.ledger.customers.get(id)?.mergedInto ?? id;
}

/**
 * Joined vouchers, movement by movement in the order of commits: the whole balance of each named voucher
 * moves to one new voucher of the same person and market, which expires with the last of them. The old ones
 * are closed and pay nothing more.
 */
export function judgeJoins(world: SimWorld): void {
  if (world.restore) return;
  const held = new Map<string, number>();
  const joined = new Set<string>();
  for (const movement of world.server.ledger.movements.values()) {
    if (movement.kind === 'join') judgeJoin(world, movement, held);
    for (const { account, amount } of movement.legs) {
      if (account.kind !== 'voucher') continue;
      if (joined.has(account.ownerId) && amount < 0 && movement.kind === 'purchase')
        world.violate('18', 'a paper that had been joined was taken again');
      held.set(account.ownerId, (held.get(account.ownerId) ?? 0) + amount);
      if (movement.kind === 'join' && amount < 0) joined.add(account.ownerId);
    }
  }
}

function judgeJoin(world: SimWorld, { reference, legs }: MemoryMovement, held: Map<string, number>): void {
  const { vouchers } = world.server.ledger;
  const deed = world.deeds.get(reference);
  const named = new Set((deed?.of ?? '').split(' '));
  const made = vouchers.get(deed?.voucherId ?? '');
  const parts = legs.filter(({ amount }) => amount < 0).map(({ account }) => account.ownerId);
  const before = [...named].reduce((sum, id) => sum + (held.get(id) ?? 0), 0);
  const given = legs.find(({ account }) => account.ownerId === deed?.voucherId)?.amount ?? 0;
  if (parts.length !== named.size || parts.some((id) => !named.has(id)))
    world.violate('18', `${parts.length} papers were joined where ${named.size} were named`);
  if (given !== before) world.violate('18', `a joined paper got ${given} where its parts held ${before}`);
  for (const { account, amount } of legs)
    if (amount < 0 && (held.get(account.ownerId) ?? 0) + amount !== 0)
      world.violate('18', 'something was left on a paper that was joined');
  const old = [...named].flatMap((id) => vouchers.get(id) ?? []);
  const owner = personNow(world, made?.ownerId ?? '');
  if (old.some(({ ownerId, marketId }) => personNow(world, ownerId) !== owner || marketId !== made?.marketId))
    world.violate('18', 'papers of several customers were joined');
  if (old.some(({ blocked }) => blocked === null))
    world.violate('18', 'a paper that was joined is not closed');
  const ends = old.map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY);
  if ((made?.expiresAt ?? Number.POSITIVE_INFINITY) !== Math.max(...ends))
    world.violate('19', 'a joined paper does not end with the last of its parts');
}
