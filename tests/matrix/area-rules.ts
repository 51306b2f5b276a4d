import { randomUUID } from 'node:crypto';
import { toVoucherId } from '#src/protocol/brands.ts';
import {
  byManagers,
  markets,
  open,
  points,
  registration,
  signedIn,
  staff,
  stalls,
  type Rule,
} from './rule.ts';

/** Ends the caller's sessions: they sign in again afterwards. */
export const endsSessions = 'POST /auth/logout-everywhere';

/** The path names the first market, which does not exist for the other one's people. */
const ownAlone = {
  ADMIN: 200,
  GLOBAL_MARKET: 200,
  ESTANTE: 200,
  RECARGA: 200,
  'other GLOBAL_MARKET': 404,
  'other ESTANTE': 404,
  'other RECARGA': 404,
};
const product = { name: 'Café', price: 12_000, shortDescription: 'Molido', typeProduct: 'Bebidas' };
const supplierProduct = { nombre: 'Semilla', precio: 4_000, description: 'Maíz', productType: 'Semillas' };

/** Every route except sign-in, people, top-ups and purchases. */
export const areaRules: Record<string, Rule> = {
  'POST /auth/restore': byManagers('/auth/restore', () => ({ id: randomUUID(), userType: 'ESTANTE' })),
  'POST /auth/change-password': {
    allowed: signedIn,
    path: () => '/auth/change-password',
    body: () => ({ currentPassword: 'equivocada', password: 'clave-nueva' }),
    status: 409,
  },
  [endsSessions]: { allowed: signedIn, path: () => '/auth/logout-everywhere', status: 204 },
  'POST /auth/reset-code': byManagers('/auth/reset-code', () => ({ id: randomUUID(), userType: 'ESTANTE' })),
  'POST /auth/reset-password': {
    ...open('/auth/reset-password', 409),
    body: () => ({
      email: 'nadie@plaza.co',
      userType: 'ESTANTE',
      code: 'AAAA-AAAA',
      password: 'clave-nueva',
    }),
  },
  'POST /market/create': {
    allowed: ['ADMIN'],
    path: () => '/market/create',
    body: () => registration({ marketName: 'Plaza nueva' }),
    status: 201,
  },
  'DELETE /market/delete/{id}': {
    allowed: ['ADMIN'],
    path: () => `/market/delete/${randomUUID()}`,
    status: 404,
  },
  'GET /market/settings': {
    allowed: ['ADMIN', ...markets, ...points, ...stalls],
    path: (market) => `/market/settings?globalMarketId=${market.codes.own}`,
    status: 200,
  },
  'POST /market/settings': {
    allowed: ['ADMIN', ...markets],
    path: (market) => `/market/settings?globalMarketId=${market.codes.own}`,
    body: () => ({ pointsEvery: 1000, registrationOpen: true, receiptHeading: '', receiptFooter: 'Gracias' }),
    status: 200,
  },
  'POST /market/codes': {
    allowed: markets,
    path: () => '/market/codes',
    body: () => ({ purpose: 'reissue' }),
    status: 201,
  },
  'GET /auditoria': { allowed: ['ADMIN', ...markets], path: () => '/auditoria', status: 200 },
  'GET /products/{stallId}': { ...open(''), path: (market) => `/products/${market.ids['ESTANTE']}` },
  'POST /products/create/{stallId}': {
    allowed: ['ESTANTE'],
    path: (market) => `/products/create/${market.ids['ESTANTE']}`,
    body: () => product,
    status: 201,
  },
  'POST /products/edit': {
    allowed: stalls,
    path: () => '/products/edit',
    body: () => ({ id: randomUUID(), ...product }),
    status: 404,
  },
  'DELETE /products/delete/{id}': {
    allowed: ['ADMIN', ...markets, ...stalls],
    path: () => `/products/delete/${randomUUID()}`,
    status: 404,
  },
  'GET /proveedores/': { allowed: signedIn, path: () => '/proveedores/', status: 200 },
  'GET /proveedores/get/{id}': {
    allowed: signedIn,
    path: (market) => `/proveedores/get/${market.ids['PROVEEDOR']}`,
    status: 200,
  },
  'GET /proveedores/get-products-all': {
    allowed: signedIn,
    path: () => '/proveedores/get-products-all',
    status: 200,
  },
  'POST /proveedores/addProduct': {
    allowed: ['PROVEEDOR'],
    path: () => '/proveedores/addProduct',
    body: () => supplierProduct,
    status: 201,
  },
  'POST /proveedores/edit-product': {
    allowed: ['PROVEEDOR'],
    path: () => '/proveedores/edit-product',
    body: () => ({ id: randomUUID(), ...supplierProduct }),
    status: 404,
  },
  'POST /proveedores/delete-product': {
    allowed: ['PROVEEDOR'],
    path: () => '/proveedores/delete-product',
    body: () => ({ id: randomUUID(), userType: 'PRODUCT' }),
    status: 404,
  },
  'GET /client/list': { allowed: staff, path: () => '/client/list', status: 200 },
  'POST /client/create': {
    allowed: [...markets, ...points],
    path: () => '/client/create',
    body: () => ({ ownerName: 'Ana', identificacion: randomUUID() }),
    status: 201,
  },
  'POST /client/edit': {
    allowed: staff,
    path: () => '/client/edit',
    body: () => ({ id: randomUUID(), ownerName: 'Ana', identificacion: '1' }),
    status: 404,
  },
  'GET /client/{id}': {
    allowed: staff,
    path: (market) => `/client/${market.customer.id}`,
    status: 200,
  },
  'DELETE /client/delete/{id}': {
    allowed: ['ADMIN', ...markets],
    path: () => `/client/delete/${randomUUID()}`,
    status: 404,
  },
  'POST /client/restore': byManagers('/client/restore'),
  'POST /code-qr/void': {
    allowed: staff,
    path: () => '/code-qr/void',
    body: () => ({ id: randomUUID(), reason: 'WRONG_AMOUNT' }),
    status: 404,
  },
  'POST /client/merge': byManagers('/client/merge', () => ({ id: randomUUID(), into: randomUUID() })),
  'POST /code-qr/block': {
    allowed: staff,
    path: () => '/code-qr/block',
    body: () => ({ id: randomUUID(), reason: 'Perdido' }),
    status: 404,
  },
  'POST /code-qr/unblock': byManagers('/code-qr/unblock', () => ({
    id: randomUUID(),
    reason: 'Apareció',
  })),
  'POST /code-qr/reissue': {
    allowed: staff,
    path: () => '/code-qr/reissue',
    body: () => ({
      id: randomUUID(),
      newUuid: toVoucherId(randomUUID()),
      identificacion: '1',
    }),
    status: 404,
  },
  'POST /shopping/withdraw': {
    allowed: ['nobody', 'ESTANTE'],
    path: () => '/shopping/withdraw',
    body: (market) => ({
      purchaseOpId: randomUUID(),
      userId: market.customer.id,
      estanteId: market.ids['ESTANTE'],
      codeQrUuid: toVoucherId(randomUUID()),
      price: 100,
    }),
    status: 200,
  },
  'POST /code-qr/withdraw-recharger': {
    allowed: points,
    path: () => '/code-qr/withdraw-recharger',
    body: () => ({
      topUpOpId: randomUUID(),
      monto: 1_000,
      uuid: toVoucherId(randomUUID()),
      clientId: randomUUID(),
    }),
    status: 200,
  },
  'POST /code-qr/join': {
    allowed: staff,
    path: () => '/code-qr/join',
    body: () => ({
      ids: [randomUUID(), randomUUID()],
      newUuid: toVoucherId(randomUUID()),
      identificacion: '1',
    }),
    status: 404,
  },
  'POST /code-qr/expire': {
    allowed: markets,
    path: () => '/code-qr/expire',
    body: () => ({ id: randomUUID() }),
    status: 404,
  },
  'GET /code-qr/list': { allowed: staff, path: () => '/code-qr/list', status: 200 },
  'GET /code-qr/points/{id}': open(`/code-qr/points/${randomUUID()}`, 404),
  'GET /code-qr/stalls/{id}': open(`/code-qr/stalls/${randomUUID()}`, 404),
  'GET /code-qr/market/{id}': open(`/code-qr/market/${randomUUID()}?codeCompra=C-ZZZZZZZZ`, 404),
  'GET /code-qr/top-up-points/{id}': open(`/code-qr/top-up-points/${randomUUID()}`, 404),
  'POST /shopping/void': {
    allowed: [...markets, ...stalls],
    path: () => '/shopping/void',
    body: () => ({ codeCompra: 'C-00000000', reason: 'Error' }),
    status: 404,
  },
  'GET /shopping/history/mercado-global/{id}': {
    allowed: ['ADMIN', ...markets, ...stalls],
    path: (market) => `/shopping/history/mercado-global/${market.codes.own}`,
    status: ownAlone,
  },
  'GET /shopping/history-2/mercado-global/{id}': {
    allowed: ['ADMIN', ...markets, ...stalls, ...points],
    path: (market) => `/shopping/history-2/mercado-global/${market.codes.own}`,
    status: ownAlone,
  },
  'POST /points/create': {
    allowed: markets,
    path: () => '/points/create',
    body: () => ({ name: 'Libra de café', description: 'Tostado', pointsCost: 50 }),
    status: 201,
  },
  'POST /points/edit': {
    allowed: markets,
    path: () => '/points/edit',
    body: () => ({ id: randomUUID(), name: 'Café', description: 'Tostado', pointsCost: 50, active: true }),
    status: 404,
  },
  'GET /points/': { allowed: staff, path: () => '/points/', status: 200 },
  'DELETE /points/delete/{id}': {
    allowed: ['ADMIN', ...markets],
    path: () => `/points/delete/${randomUUID()}`,
    status: 404,
  },
  'POST /client/canjear': {
    allowed: [...markets, ...points],
    path: () => '/client/canjear',
    body: (market) => ({ clientId: market.customer.id, pointsId: randomUUID() }),
    status: 404,
  },
  'GET /points-historial/all': { allowed: staff, path: () => '/points-historial/all', status: 200 },
  'GET /points-historial/{id}': {
    allowed: staff,
    path: (market) => `/points-historial/${market.customer.id}`,
    status: 200,
  },
};
