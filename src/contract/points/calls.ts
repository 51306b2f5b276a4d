import * as z from 'zod/mini';
import type { Call } from '#src/contract/call.ts';
import { idField } from '#src/protocol/fields.ts';
import {
  pointsPageSchema,
  pointsQuerySchema,
  redemptionCommandSchema,
  redemptionReceiptSchema,
  rewardCommandSchema,
  rewardEditSchema,
  rewardListSchema,
  rewardSchema,
} from './schemas.ts';

const byId = z.object({ id: idField });
const staff = ['GLOBAL_MARKET', 'RECARGA', 'ADMIN'] as const;

/** premios, canjes e historial de puntos */
export const pointsCalls = {
  createReward: {
    method: 'POST',
    path: '/points/create',
    roles: ['GLOBAL_MARKET'],
    body: rewardCommandSchema,
    answer: rewardSchema,
    status: 201,
    idempotent: true,
    since: 1,
  },
  editReward: {
    method: 'POST',
    path: '/points/edit',
    roles: ['GLOBAL_MARKET'],
    body: rewardEditSchema,
    answer: rewardSchema,
    since: 1,
  },
  listRewards: { method: 'GET', path: '/points/', roles: staff, answer: rewardListSchema, since: 1 },
  deleteReward: {
    method: 'DELETE',
    path: '/points/delete/:id',
    roles: ['GLOBAL_MARKET', 'ADMIN'],
    params: byId,
    answer: rewardSchema,
    since: 1,
  },
  /** canjear */
  redeemReward: {
    method: 'POST',
    path: '/client/canjear',
    roles: ['GLOBAL_MARKET', 'RECARGA'],
    body: redemptionCommandSchema,
    answer: redemptionReceiptSchema,
    status: 201,
    idempotent: true,
    since: 1,
  },
  listAllPoints: {
    method: 'GET',
    path: '/points-historial/all',
    roles: staff,
    query: pointsQuerySchema,
    answer: pointsPageSchema,
    since: 1,
  },
  listPointsOfCustomer: {
    method: 'GET',
    path: '/points-historial/:id',
    roles: staff,
    params: byId,
    query: pointsQuerySchema,
    answer: pointsPageSchema,
    since: 1,
  },
} as const satisfies Record<string, Call>;
