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
  'POST /auth/restore': byManagers(() => ({ id: randomUUID(), userType: 'ESTANTE' })),
  'POST /auth/change-password': {
    allowed: signedIn,
    body: () => ({ currentPassword: 'equivocada', password: 'clave-nueva' }),
    status: 409,
  },
  [endsSessions]: { allowed: signedIn, status: 204 },
  'POST /auth/reset-code': byManagers(() => ({ id: randomUUID(), userType: 'ESTANTE' })),
  'POST /auth/reset-password': {
    ...open(409),
    body: () => ({
      email: 'nadie@plaza.co',
      userType: 'ESTANTE',
      code: 'AAAA-AAAA',
      password: 'clave-nueva',
    }),
  },
  'POST /market/create': {
    allowed: ['ADMIN'],
    body: () => registration({ marketName: 'Plaza nueva' }),
    status: 201,
  },
  'DELETE /market/delete/{id}': { allowed: ['ADMIN'], status: 404 },
  'GET /market/settings': {
    allowed: ['ADMIN', ...markets, ...points, ...stalls],
    path: (market) => `/market/settings?globalMarketId=${market.codes.own}`,
  },
  'POST /market/settings': {
    allowed: ['ADMIN', ...markets],
    path: (market) => `/market/settings?globalMarketId=${market.codes.own}`,
    body: () => ({ pointsEvery: 1000, registrationOpen: true, receiptHeading: '', receiptFooter: 'Gracias' }),
  },
  'POST /market/codes': { allowed: markets, body: () => ({ purpose: 'reissue' }), status: 201 },
  'GET /auditoria': { allowed: ['ADMIN', ...markets] },
  'GET /products/{stallId}': { ...open(), path: (market) => `/products/${market.ids['ESTANTE']}` },
  'POST /products/create/{stallId}': {
    allowed: ['ESTANTE'],
    path: (market) => `/products/create/${market.ids['ESTANTE']}`,
    body: () => product,
    status: 201,
  },
  'POST /products/edit': { allowed: stalls, body: () => ({ id: randomUUID(), ...product }), status: 404 },
  'DELETE /products/delete/{id}': { allowed: ['ADMIN', ...markets, ...stalls], status: 404 },
  'GET /proveedores/': { allowed: signedIn },
  'GET /proveedores/get/{id}': {
    allowed: signedIn,
    path: (market) => `/proveedores/get/${market.ids['PROVEEDOR']}`,
  },
  'GET /proveedores/get-products-all': { allowed: signedIn },
  'POST /proveedores/addProduct': { allowed: ['PROVEEDOR'], body: () => supplierProduct, status: 201 },
  'POST /proveedores/edit-product': {
    allowed: ['PROVEEDOR'],
    body: () => ({ id: randomUUID(), ...supplierProduct }),
    status: 404,
  },
  'POST /proveedores/delete-product': {
    allowed: ['PROVEEDOR'],
    body: () => ({ id: randomUUID(), userType: 'PRODUCT' }),
    status: 404,
  },
  'GET /client/list': { allowed: staff },
  'POST /client/create': {
    allowed: [...markets, ...points],
    body: () => ({ ownerName: 'Ana', identificacion: randomUUID(), phone: '3105550101', id: randomUUID() }),
    optional: ['phone', 'id'],
    status: 201,
  },
  'POST /client/edit': {
    allowed: staff,
    body: () => ({ id: randomUUID(), ownerName: 'Ana', identificacion: '1' }),
    status: 404,
  },
  'GET /client/{id}': { allowed: staff, path: (market) => `/client/${market.customer.id}` },
  'DELETE /client/delete/{id}': { allowed: ['ADMIN', ...markets], status: 404 },
  'POST /client/restore': byManagers(),
  'POST /code-qr/void': {
    allowed: staff,
    body: () => ({ id: randomUUID(), reason: 'WRONG_AMOUNT' }),
    status: 404,
  },
  'POST /client/merge': byManagers(() => ({ id: randomUUID(), into: randomUUID() })),
  'POST /code-qr/block': {
    allowed: staff,
    body: () => ({ id: randomUUID(), reason: 'Perdido' }),
    status: 404,
  },
  'POST /code-qr/unblock': byManagers(() => ({
    id: randomUUID(),
    reason: 'Apareció',
  })),
  'POST /code-qr/reissue': {
    allowed: staff,
    body: () => ({
      id: randomUUID(),
      newUuid: toVoucherId(randomUUID()),
      identificacion: '1',
    }),
    status: 404,
  },
  'POST /shopping/withdraw': {
    allowed: ['nobody', 'ESTANTE'],
    body: (market) => ({
      purchaseOpId: randomUUID(),
      userId: market.customer.id,
      estanteId: market.ids['ESTANTE'],
      codeQrUuid: toVoucherId(randomUUID()),
      price: 100,
    }),
  },
  'POST /code-qr/withdraw-recharger': {
    allowed: points,
    body: () => ({
      topUpOpId: randomUUID(),
      monto: 1_000,
      uuid: toVoucherId(randomUUID()),
      clientId: randomUUID(),
    }),
  },
  'POST /code-qr/join': {
    allowed: staff,
    body: () => ({
      ids: [randomUUID(), randomUUID()],
      newUuid: toVoucherId(randomUUID()),
      identificacion: '1',
    }),
    optional: ['ids'],
    mayBeEmpty: ['ids'],
    status: 404,
  },
  'POST /code-qr/expire': { allowed: markets, body: () => ({ id: randomUUID() }), status: 404 },
  'GET /code-qr/list': { allowed: staff },
  'GET /code-qr/points/{id}': open(404),
  'GET /code-qr/stalls/{id}': open(404),
  'GET /code-qr/market/{id}': {
    ...open(404),
    path: () => `/code-qr/market/${randomUUID()}?codeCompra=C-ZZZZZZZZ`,
  },
  'GET /code-qr/top-up-points/{id}': open(404),
  'POST /shopping/void': {
    allowed: [...markets, ...stalls],
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
    body: () => ({ name: 'Libra de café', description: 'Tostado', pointsCost: 50, monto: 100 }),
    optional: ['monto'],
    status: 201,
  },
  'POST /points/edit': {
    allowed: markets,
    body: () => ({ id: randomUUID(), name: 'Café', description: 'Tostado', pointsCost: 50, active: true }),
    status: 404,
  },
  'GET /points/': { allowed: staff },
  'DELETE /points/delete/{id}': { allowed: ['ADMIN', ...markets], status: 404 },
  'POST /client/canjear': {
    allowed: [...markets, ...points],
    body: (market) => ({ clientId: market.customer.id, pointsId: randomUUID() }),
    status: 404,
  },
  'GET /points-historial/all': { allowed: staff },
  'GET /points-historial/{id}': {
    allowed: staff,
    path: (market) => `/points-historial/${market.customer.id}`,
  },
};
