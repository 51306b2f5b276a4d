import type { Call } from '#src/contract/call.ts';
import { exposureSchema, offlineLimitsCommandSchema } from '#src/contract/devices/schemas.ts';
import {
  assignCommandSchema,
  assignedConflictSchema,
  conflictPageSchema,
  conflictQuerySchema,
  offlinePurchasePageSchema,
  offlinePurchaseQuerySchema,
} from './schemas.ts';

/** Offline sales: conflict lines, results for the stall, and the market's limits. */
export const conflictCalls = {
  listConflicts: {
    method: 'GET',
    path: '/sync/conflicts',
    roles: ['ADMIN', 'GLOBAL_MARKET'],
    query: conflictQuerySchema,
    answer: conflictPageSchema,
    since: 1,
  },
  /** Assigns a loss by posting movements, never by changing one. */
  assignConflict: {
    method: 'POST',
    path: '/sync/conflicts/assign',
    roles: ['ADMIN', 'GLOBAL_MARKET'],
    body: assignCommandSchema,
    answer: assignedConflictSchema,
    since: 1,
  },
  listOfflinePurchases: {
    method: 'GET',
    path: '/sync/sales',
    roles: ['ESTANTE'],
    query: offlinePurchaseQuerySchema,
    answer: offlinePurchasePageSchema,
    since: 1,
  },
  /** The market's offline limits with their worst cost. */
  readExposure: {
    method: 'GET',
    path: '/sync/limits',
    roles: ['GLOBAL_MARKET'],
    answer: exposureSchema,
    since: 1,
  },
  changeLimits: {
    method: 'POST',
    path: '/sync/limits',
    roles: ['GLOBAL_MARKET'],
    body: offlineLimitsCommandSchema,
    answer: exposureSchema,
    since: 1,
  },
} as const satisfies Record<string, Call>;
