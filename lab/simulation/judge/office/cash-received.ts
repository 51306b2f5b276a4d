import type { MemoryMovement } from '#lab/simulation/memory/ledger.ts';
import type { Deed, SimWorld } from '#lab/simulation/world/world.ts';

/**
 * Cash that a market received, movement by movement in the order of commits: it leaves the till, and the
 * named party bears the difference. Without a closing count the market gets at most what the till held.
 */
export function judgeCashReceived(world: SimWorld): void {
  const inTill = new Map<string, number>();
  for (const movement of world.server.ledger.movements.values()) {
    const deed = world.deeds.get(movement.reference);
    if (movement.kind === 'cash-received' && deed)
      judge(world, movement, deed, inTill.get(deed.operatorId) ?? 0);
    for (const { account, amount } of movement.legs)
      if (account.kind === 'cash') inTill.set(account.ownerId, (inTill.get(account.ownerId) ?? 0) - amount);
  }
}

function judge(world: SimWorld, movement: MemoryMovement, deed: Deed, till: number): void {
  const { amount: received, expected, answers } = deed;
  const isClosing = expected !== undefined;
  if (isClosing && expected !== till) world.violate('28', 'a till was closed by a figure of another moment');
  if (!isClosing && received > till) world.violate('28', 'more was received than the till held');
  const difference = isClosing ? received - till : 0;
  if (difference !== 0 && !answers) world.violate('28', 'nobody answers for a difference');
  const moved = Math.min(received, till);
  const isMarkets = difference !== 0 && answers === 'MARKET';
  expectLegs(world, movement, {
    cash: isMarkets ? till : moved,
    treasury: 0 - (isMarkets ? received : moved),
    'cash-difference': isMarkets ? difference : 0,
  });
}

function expectLegs(world: SimWorld, movement: MemoryMovement, meant: Record<string, number>): void {
  const kinds = new Set([...Object.keys(meant), ...movement.legs.map(({ account }) => account.kind)]);
  for (const kind of kinds) {
    const sum = movement.legs
      .filter(({ account }) => account.kind === kind)
      .reduce((total, { amount }) => total + amount, 0);
    if (sum !== (meant[kind] ?? 0))
      world.violate('28', `a ${movement.kind} moved ${sum} of ${kind} where ${meant[kind] ?? 0} was meant`);
  }
}
