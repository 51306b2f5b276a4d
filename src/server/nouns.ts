import { accountRoutes } from './accounts/routes.ts';
import { cashRoutes } from './cash/routes.ts';
import type { NounPlugin } from './context.ts';
import { customerRoutes } from './customers/routes.ts';
import { deviceRoutes } from './devices/routes.ts';
import { pointsRoutes } from './points/routes.ts';
import { productRoutes } from './products/routes.ts';
import { purchaseRoutes } from './purchases/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { settlementRoutes } from './settlement/routes.ts';
import { supplierRoutes } from './suppliers/routes.ts';
import { syncRoutes } from './sync/routes.ts';
import { topUpRoutes } from './topups/routes.ts';
import { voucherRoutes } from './vouchers/routes.ts';
import { watchRoutes } from './watch/routes.ts';

/** Every folder that serves calls, by its name on disk, in the order of the API description. A test compares it with the folders. */
export const nouns = {
  accounts: accountRoutes,
  topups: topUpRoutes,
  vouchers: voucherRoutes,
  purchases: purchaseRoutes,
  products: productRoutes,
  suppliers: supplierRoutes,
  customers: customerRoutes,
  points: pointsRoutes,
  reports: reportRoutes,
  cash: cashRoutes,
  devices: deviceRoutes,
  sync: syncRoutes,
  settlement: settlementRoutes,
  watch: watchRoutes,
} satisfies Record<string, NounPlugin>;
