import { randomUUID } from 'node:crypto';
import type { Call } from '#src/contract/call.ts';
import { toVoucherId } from '#src/protocol/brands.ts';
import { askers, type TwoMarkets } from '#tests/support/market/two-markets.ts';
import { areaRules } from './area-rules.ts';
import { cashRules } from './cash-rules.ts';
import { deviceRules } from './device-rules.ts';
import { extraRules } from './extra-rules.ts';
import { byManagers, markets, open, registration, signedIn, staff, type Rule } from './rule.ts';

/** Key of a rule, "GET /client/{id}". */
export function routeOf({ method, path }: Call): string {
  return `${method} ${path.replace(/:(\w+)/g, '{$1}')}`;
}

const everybody = askers;
const target = (market: TwoMarkets) => ({ id: market.ids['ESTANTE'], userType: 'ESTANTE' });

/** Every existing route. A missing one fails `roles.test.ts`. */
export const rules: Record<string, Rule> = {
  'GET /health': open('/health'),
  'GET /ready': open('/ready'),
  'POST /auth/login': {
    ...open('/auth/login', 401),
    body: () => ({ email: 'nadie@plaza.co', password: 'equivocada', userType: 'RECARGA' }),
  },
  'POST /auth/refresh': { ...open('/auth/refresh', 401), body: () => ({ refreshToken: 'no' }) },
  'POST /auth/logout': { ...open('/auth/logout', 204), body: () => ({ refreshToken: 'no' }) },
  'POST /auth/register': {
    ...open('/auth/register', 201),
    body: () => ({ ownerName: 'Ana', identificacion: randomUUID() }),
  },
  'POST /auth/create-market': {
    ...open('/auth/create-market', 201),
    body: () => registration({ marketName: 'Otra plaza' }),
  },
  'POST /auth/create-recharger': {
    ...open('/auth/create-recharger', 201),
    body: (market) => registration({ globalMarketId: market.codes.own }),
  },
  'POST /estantes/create-estantes': {
    ...open('/estantes/create-estantes', 201),
    body: (market) => registration({ globalMarketId: market.codes.own, estanteName: randomUUID() }),
  },
  'POST /proveedores/register': { ...open('/proveedores/register', 201), body: () => registration({}) },
  'POST /auth/primer-uso/vigente': {
    ...open('/auth/primer-uso/vigente', 403),
    body: () => ({ token: 'no' }),
  },
  'POST /auth/primer-uso': { ...open('/auth/primer-uso', 403), body: () => registration({ token: 'no' }) },
  'GET /auth/users': { allowed: ['ADMIN', ...markets], path: () => '/auth/users', status: 200 },
  'GET /auth/user/{id}': {
    allowed: ['ADMIN', ...markets, 'RECARGA', 'other RECARGA'],
    path: (market) => `/auth/user/${market.customer.identificacion}`,
    status: 200,
  },
  'POST /auth/approve': {
    allowed: ['ADMIN', ...markets],
    path: () => '/auth/approve',
    body: target,
    status: { ADMIN: 200, GLOBAL_MARKET: 200, 'other GLOBAL_MARKET': 404 },
  },
  'POST /auth/reject': {
    allowed: ['ADMIN', ...markets],
    path: () => '/auth/reject',
    body: (market) => ({ id: market.ids['other RECARGA'], userType: 'ESTANTE' }),
    status: 404,
  },
  'POST /auth/delete': byManagers('/auth/delete', () => ({ id: randomUUID(), userType: 'ESTANTE' })),
  'GET /today': { allowed: signedIn, path: () => '/today', status: 200 },
  'GET /today/market': { allowed: markets, path: () => '/today/market', status: 200 },
  'GET /mercados/': { allowed: ['ADMIN', ...markets], path: () => '/mercados/', status: 200 },
  'GET /market/{id}': {
    allowed: ['ADMIN', ...markets],
    path: (market) => `/market/${market.ids['GLOBAL_MARKET']}`,
    status: { ADMIN: 200, GLOBAL_MARKET: 200, 'other GLOBAL_MARKET': 404 },
  },
  'GET /estantes': open('/estantes'),
  'GET /estantes/global-market/{id}': {
    ...open(''),
    path: (market) => `/estantes/global-market/${market.codes.own}`,
  },
  'GET /recargas': { allowed: ['ADMIN', ...markets], path: () => '/recargas', status: 200 },
  'GET /recargas/global-market/{id}': {
    allowed: ['ADMIN', ...markets],
    path: (market) => `/recargas/global-market/${market.codes.own}`,
    status: 200,
  },
  'GET /code-qr/search/{code}': {
    allowed: everybody,
    path: () => `/code-qr/search/${randomUUID()}`,
    status: 404,
  },
  'POST /code-qr/create-recharger': {
    allowed: ['RECARGA', 'other RECARGA'],
    path: () => '/code-qr/create-recharger',
    body: (market) => ({ monto: 1000, uuid: toVoucherId(randomUUID()), clientId: market.customer.id }),
    status: 201,
  },
  'POST /shopping/create': {
    allowed: ['nobody', 'ESTANTE'],
    path: () => '/shopping/create',
    body: (market) => ({
      userId: market.customer.id,
      estanteId: market.ids['ESTANTE'],
      codeQrUuid: toVoucherId(randomUUID()),
      price: 100,
    }),
    status: 404,
  },
  'GET /client/history': {
    allowed: staff,
    path: (market) => `/client/history?clientId=${market.customer.id}`,
    status: 200,
  },
  ...areaRules,
  ...cashRules,
  ...extraRules,
  ...deviceRules,
};
