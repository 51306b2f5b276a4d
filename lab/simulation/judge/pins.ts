import type { SimWorld } from '#lab/simulation/world/world.ts';

/**
 * Sales without the PIN never take more of a voucher than its amount, counted from its choice and again from each correct PIN, in the
 * order in which they were posted. A sale that the market decided in the customer's name does not count.
 */
export function judgePins(world: SimWorld): void {
  const { movements, conflicts, pinsGiven } = world.server.ledger;
  const decided = new Map([...conflicts.values()].map((line) => [line.purchaseOpId, line]));
  for (const [voucherId, { amount, from, right }] of world.pins) {
    let free = amount;
    let place = 0;
    for (const { kind, reference, legs } of movements.values()) {
      if (right.some(({ at }) => at === place)) free = amount;
      place += 1;
      // An earlier sale may have been withdrawn in full.
      if (place <= from) continue;
      const taken = legs
        .filter(({ account }) => account.kind === 'voucher' && account.ownerId === voucherId)
        .reduce((sum, leg) => sum - leg.amount, 0);
      if (kind !== 'purchase' || taken <= 0 || pinsGiven.has(reference)) continue;
      const line = decided.get(reference);
      if (line && world.decided.has(reference)) {
        if (line.reason === 'PIN_MISSING' && world.decided.get(reference) !== 'customer')
          world.violate('30', `a sale without the PIN took ${taken}, and its market spared the voucher`);
        continue;
      }
      free -= taken;
      if (free < 0)
        world.violate('30', `a finder got ${0 - free} more than the ${amount} that go without the PIN`);
    }
  }
}
