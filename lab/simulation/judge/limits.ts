import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { OfflineLimits } from '#src/contract/devices/schemas.ts';

/** All that a market has ever allowed: a tablet goes by what it was told, also where the server was put back to before it. */
export function everAllowed({ server, restore }: SimWorld, marketId: string): readonly OfflineLimits[] {
  return [...(server.ledger.limits.get(marketId) ?? []), ...(restore?.lostLimits.get(marketId) ?? [])];
}
