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
  'GET /health': open(),
  'GET /ready': open(),
  'POST /auth/login': {
    ...open(401),
    body: () => ({ email: 'nadie@plaza.co', password: 'equivocada', userType: 'RECARGA' }),
  },
  'POST /auth/refresh': { ...open(401), body: () => ({ refreshToken: 'no' }) },
  'POST /auth/logout': { ...open(204), body: () => ({ refreshToken: 'no' }) },
  'POST /auth/register': { ...open(201), body: () => ({ ownerName: 'Ana', identificacion: randomUUID() }) },
  'POST /auth/create-market': { ...open(201), body: () => registration({ marketName: 'Otra plaza' }) },
  'POST /auth/create-recharger': {
    ...open(201),
    body: (market) => registration({ globalMarketId: market.codes.own }),
  },
  'POST /estantes/create-estantes': {
    ...open(201),
    body: (market) => registration({ globalMarketId: market.codes.own, estanteName: randomUUID() }),
  },
  'POST /proveedores/register': { ...open(201), body: () => registration({}) },
  'POST /auth/primer-uso/vigente': { ...open(403), body: () => ({ token: 'no' }) },
  'POST /auth/primer-uso': { ...open(403), body: () => registration({ token: 'no' }) },
  'GET /auth/users': { allowed: ['ADMIN', ...markets] },
  'GET /auth/user/{id}': {
    allowed: ['ADMIN', ...markets, 'RECARGA', 'other RECARGA'],
    path: (market) => `/auth/user/${market.customer.identificacion}`,
  },
  'POST /auth/approve': {
    allowed: ['ADMIN', ...markets],
    body: target,
    status: { ADMIN: 200, GLOBAL_MARKET: 200, 'other GLOBAL_MARKET': 404 },
  },
  'POST /auth/reject': {
    allowed: ['ADMIN', ...markets],
    body: (market) => ({ id: market.ids['other RECARGA'], userType: 'ESTANTE' }),
    status: 404,
  },
  'POST /auth/delete': byManagers(() => ({ id: randomUUID(), userType: 'ESTANTE' })),
  'GET /today': { allowed: signedIn },
  'GET /today/market': { allowed: markets },
  'GET /mercados/': { allowed: ['ADMIN', ...markets] },
  'GET /market/{id}': {
    allowed: ['ADMIN', ...markets],
    path: (market) => `/market/${market.ids['GLOBAL_MARKET']}`,
    status: { ADMIN: 200, GLOBAL_MARKET: 200, 'other GLOBAL_MARKET': 404 },
  },
  'GET /estantes': open(),
  'GET /estantes/global-market/{id}': {
    ...open(),
    path: (market) => `/estantes/global-market/${market.codes.own}`,
  },
  'GET /recargas': { allowed: ['ADMIN', ...markets] },
  'GET /recargas/global-market/{id}': {
    allowed: ['ADMIN', ...markets],
    path: (market) => `/recargas/global-market/${market.codes.own}`,
  },
  'GET /code-qr/search/{code}': { allowed: everybody, status: 404 },
  'POST /code-qr/create-recharger': {
    allowed: ['RECARGA', 'other RECARGA'],
    body: (market) => ({ monto: 1000, uuid: toVoucherId(randomUUID()), clientId: market.customer.id }),
    status: 201,
  },
  'POST /shopping/create': {
    allowed: ['nobody', 'ESTANTE'],
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
  },
  ...areaRules,
  ...cashRules,
  ...extraRules,
  ...deviceRules,
};
