import type { NounPlugin } from './context.ts';
import { journalRoutes } from './journal/routes.ts';
import { accountRoutes } from './nouns/accounts/routes.ts';
import { cashRoutes } from './nouns/cash/routes.ts';
import { conflictRoutes } from './nouns/conflicts/routes.ts';
import { customerRoutes } from './nouns/customers/routes.ts';
import { deviceRoutes } from './nouns/devices/routes.ts';
import { pointsRoutes } from './nouns/points/routes.ts';
import { productRoutes } from './nouns/products/routes.ts';
import { purchaseRoutes } from './nouns/purchases/routes.ts';
import { reportRoutes } from './nouns/reports/routes.ts';
import { supplierRoutes } from './nouns/suppliers/routes.ts';
import { topUpRoutes } from './nouns/topups/routes.ts';
import { voucherRoutes } from './nouns/vouchers/routes.ts';
import { watchRoutes } from './nouns/watch/routes.ts';

/** Routes by their folder, in the order of the API description. A test compares it with the folders. */
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
  journal: journalRoutes,
  conflicts: conflictRoutes,
  watch: watchRoutes,
} satisfies Record<string, NounPlugin>;
