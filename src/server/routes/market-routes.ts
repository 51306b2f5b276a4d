import { calls } from '#src/contract/calls.ts';
import { remove, type ApprovalDeps } from '#src/server/services/approvals.ts';
import {
  findMarket,
  listMarkets,
  listTopUpPoints,
  type DirectoryDeps,
} from '#src/server/services/directory.ts';
import { changeMarketSettings, readMarketSettings } from '#src/server/services/market-settings.ts';
import { registerMarket } from '#src/server/services/registrations.ts';
import { listStalls } from '#src/server/services/stalls.ts';
import type { Routes } from './routes.ts';

/** Markets, their stalls (public), their top-up points and their settings. ADMIN opens markets, approved at once, and takes them away. */
export function marketRoutes(
  routes: Routes,
  { directory, approvals }: { directory: DirectoryDeps; approvals: ApprovalDeps },
): void {
  routes.answer(calls.createMarket, ({ actor, body }) => registerMarket(approvals, body, actor));
  routes.answer(calls.deleteMarket, ({ actor, params }) =>
    remove(approvals, actor, { id: params.id, userType: 'GLOBAL_MARKET' }),
  );
  routes.value(calls.listMarkets, ({ actor }) => listMarkets(directory, actor));
  routes.answer(calls.findMarket, ({ actor, params }) => findMarket(directory, actor, params.id));
  routes.value(calls.listStalls, () => listStalls(directory, null));
  routes.value(calls.listStallsOfMarket, ({ params }) => listStalls(directory, params.id));
  routes.value(calls.listTopUpPoints, ({ actor }) => listTopUpPoints(directory, actor, null));
  routes.value(calls.listTopUpPointsOfMarket, ({ actor, params }) =>
    listTopUpPoints(directory, actor, params.id),
  );
  routes.answer(calls.readMarketSettings, ({ actor, query }) =>
    readMarketSettings(approvals, actor, query.globalMarketId ?? null),
  );
  routes.answer(calls.changeMarketSettings, ({ actor, query, body }) =>
    changeMarketSettings(approvals, actor, query.globalMarketId ?? null, body),
  );
}
