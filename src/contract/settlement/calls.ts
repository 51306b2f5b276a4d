import type { Call } from '#src/contract/call.ts';
import { exposureSchema, offlineLimitsCommandSchema } from '#src/contract/devices/schemas.ts';
import {
  assignCommandSchema,
  conflictPageSchema,
  conflictQuerySchema,
  conflictSchema,
  offlineSalePageSchema,
  offlineSaleQuerySchema,
} from './schemas.ts';

/** Sales without a link: what needs a person, what a stall was paid, and what a market allows. */
export const settlementCalls = {
  listConflicts: {
    method: 'GET',
    path: '/sync/conflicts',
    roles: ['ADMIN', 'GLOBAL_MARKET'],
    query: conflictQuerySchema,
    answer: conflictPageSchema,
    since: 1,
  },
  /** Says who takes the loss; by movements, never by changing one. */
  assignConflict: {
    method: 'POST',
    path: '/sync/conflicts/assign',
    roles: ['ADMIN', 'GLOBAL_MARKET'],
    body: assignCommandSchema,
    answer: conflictSchema,
    since: 1,
  },
  listOfflineSales: {
    method: 'GET',
    path: '/sync/sales',
    roles: ['ESTANTE'],
    query: offlineSaleQuerySchema,
    answer: offlineSalePageSchema,
    since: 1,
  },
  /** The market's limits without a link, with what they can cost. */
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
