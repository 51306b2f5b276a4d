import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { OfflineLimits } from '#src/protocol/keys.ts';

/**
 * All limits that a market ever had: a tablet uses those it received, even when the server was restored to
 * before them.
 */
export function everAllowed({ server, restore }: SimWorld, marketId: string): readonly OfflineLimits[] {
  return [...(server.ledger.limits.get(marketId) ?? []), ...(restore?.lostLimits.get(marketId) ?? [])];
}
