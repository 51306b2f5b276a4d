import type { LateDevices } from '#src/server/services/day-close.ts';
import { createLiveFeed } from '#src/server/services/live-feed.ts';
import type { PasswordCheck } from '#src/server/services/passwords.ts';
import type { OpenVoucherLinks } from '#src/server/services/voucher-links.ts';
import type { Database } from '#src/server/store/database.ts';
import { cashRoutes } from './cash-routes.ts';
import { customerRoutes } from './customer-routes.ts';
import type { App } from './fastify-app.ts';
import type { Guard } from './guard.ts';
import { historyRoutes } from './history-routes.ts';
import { liveRoutes } from './live-routes.ts';
import { officeRoutes } from './office-routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { pointsRoutes } from './points-routes.ts';
import { productRoutes } from './product-routes.ts';
import { supplierRoutes } from './supplier-routes.ts';
import type { Quotas } from './throttle.ts';
import { voucherCareRoutes } from './voucher-care-routes.ts';

/** What every route of the areas needs: each takes its own part. */
export type AreaDeps = {
  database: Database;
  now: () => Date;
  voucherLinks: OpenVoucherLinks;
  timeZone: string;
  voucherDays: number | undefined;
  passwordMatches: PasswordCheck;
  guard: Guard;
  quotas: Quotas;
  livePollMs: number;
  lateDevices: LateDevices;
};

const pollsPerHeartbeat = 15;

/** Every area beside sign-in, people, top-ups and purchases. */
export function areaRoutes(app: App, deps: AreaDeps): void {
  const { guard, quotas, database } = deps;
  productRoutes(app, { products: deps, guard });
  supplierRoutes(app, { products: deps, guard });
  customerRoutes(app, { customers: deps, guard });
  voucherCareRoutes(app, { voucherCare: deps, guard });
  pointsRoutes(app, { points: deps, guard, quotas });
  historyRoutes(app, { history: deps, guard });
  cashRoutes(app, { cash: deps, guard });
  passwordRoutes(app, { passwords: deps, guard, quotas });
  officeRoutes(app, { office: deps, guard });
  const onFailure = (error: unknown): void => app.log.warn({ err: error }, 'the live feed could not read');
  const feed = createLiveFeed({ database, pollMs: deps.livePollMs, onFailure });
  liveRoutes(app, { ...deps, feed, heartbeatMs: deps.livePollMs * pollsPerHeartbeat });
}
