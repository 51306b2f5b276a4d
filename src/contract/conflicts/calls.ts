import type { Call } from '#src/contract/call.ts';
import { exposureSchema, offlineLimitsCommandSchema } from '#src/contract/devices/schemas.ts';
import {
  assignCommandSchema,
  assignedConflictSchema,
  conflictPageSchema,
  conflictQuerySchema,
} from './schemas.ts';

/** Offline sales: conflict lines and the market's limits. */
export const conflictCalls = {
  listConflicts: {
    method: 'GET',
    path: '/sync/conflicts',
    roles: ['ADMIN', 'GLOBAL_MARKET'],
    query: conflictQuerySchema,
    answer: conflictPageSchema,
  },
  /** Assigns a loss by posting movements, never by changing one. */
  assignConflict: {
    method: 'POST',
    path: '/sync/conflicts/assign',
    roles: ['ADMIN', 'GLOBAL_MARKET'],
    body: assignCommandSchema,
    answer: assignedConflictSchema,
  },
  /** The market's offline limits with their worst cost. */
  readExposure: {
    method: 'GET',
    path: '/sync/limits',
    roles: ['GLOBAL_MARKET'],
    answer: exposureSchema,
  },
  changeLimits: {
    method: 'POST',
    path: '/sync/limits',
    roles: ['GLOBAL_MARKET'],
    body: offlineLimitsCommandSchema,
    answer: exposureSchema,
  },
} as const satisfies Record<string, Call>;
