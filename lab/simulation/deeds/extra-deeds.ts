import { bringNotebook } from '#lab/extras/notebook/bring-notebook.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { MarketId } from '#src/contract/brands.ts';

/** Operations of extras by a market's staff. */
export const extraDeeds: readonly ((world: SimWorld, marketId: MarketId) => Promise<void>)[] = [
  bringNotebook,
];
