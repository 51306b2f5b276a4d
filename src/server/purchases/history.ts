import type { PurchaseHistoryQuery } from '#src/contract/purchase-history.ts';
import type { PurchasePage } from '#src/contract/purchase.ts';
import type { TopUpListQuery, TopUpPage } from '#src/contract/top-up.ts';
import type { Database } from '#src/server/store/database.ts';
import { readMarketPurchases } from './reads.ts';
import { readTopUpPage } from '#src/server/topups/reads.ts';
import { marketScope, type Actor } from '#src/server/http/actor.ts';
import { done, type Answer } from '#src/server/http/answer.ts';
import { namedMarket } from '#src/server/accounts/named-market.ts';

type Deps = { database: Database; now: () => Date };

/** Purchases at a market's stalls; a stall sees its own rows, whatever stall it asks for. */
export async function listMarketPurchases(
  deps: Deps,
  actor: Actor,
  market: string,
  query: PurchaseHistoryQuery,
): Promise<Answer<PurchasePage>> {
  const found = await namedMarket(deps, actor, market);
  if (!found.ok) return found;
  const stallId = actor.userType === 'ESTANTE' ? actor.id : (query.estanteId ?? null);
  return done(await readMarketPurchases(deps.database, { marketId: found.value.id, stallId }, query));
}

/** A top-up point sees its own, a market its points', ADMIN all. */
export function listTopUps(deps: Deps, actor: Actor, query: TopUpListQuery): Promise<TopUpPage> {
  const topUpPointId = actor.userType === 'RECARGA' ? actor.id : (query.topUpPointId ?? null);
  return readTopUpPage(deps.database, { marketId: marketScope(actor), topUpPointId }, query, deps.now());
}
