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
    idempotent: true,
  },
  editReward: {
    method: 'POST',
    path: '/points/edit',
    roles: ['GLOBAL_MARKET'],
    body: rewardEditSchema,
    answer: rewardSchema,
  },
  listRewards: { method: 'GET', path: '/points/', roles: staff, answer: rewardListSchema },
  deleteReward: {
    method: 'DELETE',
    path: '/points/delete/:id',
    roles: ['GLOBAL_MARKET', 'ADMIN'],
    params: byId,
    answer: rewardSchema,
  },
  /** canjear */
  redeemReward: {
    method: 'POST',
    path: '/client/canjear',
    roles: ['GLOBAL_MARKET', 'RECARGA'],
    body: redemptionCommandSchema,
    answer: redemptionReceiptSchema,
    idempotent: true,
  },
  listAllPoints: {
    method: 'GET',
    path: '/points-historial/all',
    roles: staff,
    query: pointsQuerySchema,
    answer: pointsPageSchema,
  },
  listPointsOfCustomer: {
    method: 'GET',
    path: '/points-historial/:id',
    roles: staff,
    params: byId,
    query: pointsQuerySchema,
    answer: pointsPageSchema,
  },
} as const satisfies Record<string, Call>;
