import type { Call } from '#src/contract/call.ts';
import {
  heldStallListSchema,
  takingsCommandSchema,
  takingsParamsSchema,
  takingsSchema,
  takingsVerdictSchema,
} from './schemas.ts';

/** ventas por revisar: a stall's sales beyond its usual amount, before they are paid */
export const takingsCalls = {
  listHeldStalls: {
    method: 'GET',
    path: '/cash/takings',
    roles: ['GLOBAL_MARKET'],
    answer: heldStallListSchema,
    since: 5,
  },
  readTakings: {
    method: 'GET',
    path: '/cash/takings/:estanteId',
    roles: ['ESTANTE', 'GLOBAL_MARKET'],
    params: takingsParamsSchema,
    answer: takingsSchema,
    since: 5,
  },
  reviewTakings: {
    method: 'POST',
    path: '/cash/takings',
    roles: ['GLOBAL_MARKET'],
    body: takingsCommandSchema,
    answer: takingsVerdictSchema,
    status: 201,
    idempotent: true,
    since: 5,
  },
} as const satisfies Record<string, Call>;
