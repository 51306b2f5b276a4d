import * as z from 'zod/mini';
import { marketRegisteredSchema, marketRegistrationSchema } from '#src/contract/accounts/registration.ts';
import { userSchema } from '#src/contract/accounts/schemas.ts';
import type { Call } from '#src/contract/call.ts';
import { textField } from '#src/contract/fields.ts';
import { marketCodeCommandSchema, marketCodeSchema } from './market-code.ts';
import {
  marketSettingsQuerySchema,
  marketSettingsCommandSchema,
  marketSettingsSchema,
  marketListSchema,
  marketSchema,
  topUpPointListSchema,
} from './schemas.ts';
import { stallListSchema } from './stall.ts';

const byId = z.object({ id: textField(60) });

/** Markets, their stalls and top-up points, and settings. */
export const marketCalls = {
  /** ADMIN creates a market, which is approved at once. */
  createMarket: {
    method: 'POST',
    path: '/market/create',
    roles: ['ADMIN'],
    body: marketRegistrationSchema,
    answer: marketRegisteredSchema,
    status: 201,
  },
  deleteMarket: {
    method: 'DELETE',
    path: '/market/delete/:id',
    roles: ['ADMIN'],
    params: byId,
    answer: userSchema,
  },
  listMarkets: {
    method: 'GET',
    path: '/mercados/',
    roles: ['ADMIN', 'GLOBAL_MARKET'],
    answer: marketListSchema,
  },
  findMarket: {
    method: 'GET',
    path: '/market/:id',
    roles: ['ADMIN', 'GLOBAL_MARKET'],
    params: byId,
    answer: marketSchema,
  },
  listStallsOfMarket: {
    method: 'GET',
    path: '/estantes/global-market/:id',
    isOpen: true,
    params: byId,
    answer: stallListSchema,
    quota: 'catalogue',
  },
  listTopUpPoints: {
    method: 'GET',
    path: '/recargas',
    roles: ['ADMIN', 'GLOBAL_MARKET'],
    answer: topUpPointListSchema,
  },
  listTopUpPointsOfMarket: {
    method: 'GET',
    path: '/recargas/global-market/:id',
    roles: ['ADMIN', 'GLOBAL_MARKET'],
    params: byId,
    answer: topUpPointListSchema,
  },
  /** `globalMarketId`: chosen by ADMIN; for other roles it comes from the token. */
  readMarketSettings: {
    method: 'GET',
    path: '/market/settings',
    roles: ['ADMIN', 'GLOBAL_MARKET', 'RECARGA', 'ESTANTE'],
    query: marketSettingsQuerySchema,
    answer: marketSettingsSchema,
  },
  changeMarketSettings: {
    method: 'POST',
    path: '/market/settings',
    roles: ['ADMIN', 'GLOBAL_MARKET'],
    query: marketSettingsQuerySchema,
    body: marketSettingsCommandSchema,
    answer: marketSettingsSchema,
  },
  /** Creates a one-time market code, with which its holder may do one thing without approval. */
  makeMarketCode: {
    method: 'POST',
    path: '/market/codes',
    roles: ['GLOBAL_MARKET'],
    body: marketCodeCommandSchema,
    answer: marketCodeSchema,
    status: 201,
  },
} as const satisfies Record<string, Call>;
