import { bringNotebook, takeNotebookBack } from '#lab/extras/notebook/bring-notebook.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { MarketId } from '#src/contract/brands.ts';

/** Operations of extras that a market's staff do. */
export const extraDeeds: readonly ((world: SimWorld, marketId: MarketId) => Promise<void>)[] = [
  bringNotebook,
  takeNotebookBack,
];
