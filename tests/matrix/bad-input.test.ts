import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import { toVoucherId } from '#src/protocol/brands.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import { type TestDatabase } from '#tests/support/server/test-database.ts';
import { cashTargets } from './cash-bodies.ts';
import { deviceTargets, type Target } from './device-bodies.ts';
import { extraTargets } from './extra-rules.ts';

const person = { ownerName: 'Nombre Completo', phone: '3105550101', password: 'clave-segura' };
const fresh = (): Record<string, unknown> => ({ ...person, email: `${randomUUID().slice(0, 20)}@plaza.co` });

const nobodysAccount = () => ({ id: randomUUID(), userType: 'ESTANTE' });

const posts: Target[] = [
  {
    method: 'POST',
    path: '/auth/login',
    asker: 'nobody',
    good: () => ({ email: 'nadie@plaza.co', password: 'x', userType: 'ADMIN' }),
  },
  { method: 'POST', path: '/auth/refresh', asker: 'nobody', good: () => ({ refreshToken: 'x' }) },
  { method: 'POST', path: '/auth/logout', asker: 'nobody', good: () => ({ refreshToken: 'x' }) },
  {
    method: 'POST',
    path: '/auth/register',
    asker: 'nobody',
    good: () => ({ ownerName: 'Ana', identificacion: randomUUID() }),
  },
  {
    method: 'POST',
    path: '/auth/create-market',
    asker: 'nobody',
    good: () => ({ ...fresh(), marketName: 'Plaza' }),
  },
  {
    method: 'POST',
    path: '/auth/create-recharger',
    asker: 'nobody',
    good: (market) => ({ ...fresh(), globalMarketId: market.codes.own }),
  },
  {
    method: 'POST',
    path: '/estantes/create-estantes',
    asker: 'nobody',
    good: (market) => ({ ...fresh(), globalMarketId: market.codes.own, estanteName: randomUUID() }),
  },
  { method: 'POST', path: '/proveedores/register', asker: 'nobody', good: fresh },
  { method: 'POST', path: '/auth/primer-uso', asker: 'nobody', good: () => ({ ...fresh(), token: 'x' }) },
  ...['/auth/approve', '/auth/reject', '/auth/delete'].map((path): Target => ({
    method: 'POST',
    path,
    asker: 'ADMIN',
    good: (market) => ({ id: market.ids['other ESTANTE'], userType: 'ESTANTE' }),
  })),
  {
    method: 'POST',
    path: '/code-qr/create-recharger',
    asker: 'RECARGA',
    good: (market) => ({ monto: 1_000, uuid: toVoucherId(randomUUID()), clientId: market.customer.id }),
  },
  {
    method: 'POST',
    path: '/shopping/create',
    asker: 'ESTANTE',
    good: (market) => ({
      userId: market.customer.id,
      estanteId: market.ids['ESTANTE'],
      codeQrUuid: toVoucherId(randomUUID()),
      price: 100,
    }),
  },
  { method: 'POST', path: '/auth/restore', asker: 'ADMIN', good: nobodysAccount },
  { method: 'POST', path: '/auth/reset-code', asker: 'ADMIN', good: nobodysAccount },
  {
    method: 'POST',
    path: '/auth/change-password',
    asker: 'ESTANTE',
    good: () => ({ currentPassword: 'equivocada', password: 'clave-nueva' }),
  },
  {
    method: 'POST',
    path: '/auth/reset-password',
    asker: 'nobody',
    good: () => ({
      email: 'nadie@plaza.co',
      userType: 'ESTANTE',
      code: 'AAAA-AAAA',
      password: 'clave-nueva',
    }),
  },
  {
    method: 'POST',
    path: '/market/create',
    asker: 'ADMIN',
    good: () => ({ ...fresh(), marketName: 'Plaza' }),
  },
  {
    method: 'POST',
    path: '/products/edit',
    asker: 'ESTANTE',
    good: () => ({
      id: randomUUID(),
      name: 'Café',
      price: 1,
      shortDescription: 'Molido',
      typeProduct: 'Bebida',
    }),
  },
  {
    method: 'POST',
    path: '/proveedores/addProduct',
    asker: 'PROVEEDOR',
    good: () => ({ nombre: 'Semilla', precio: 1, description: 'Maíz', productType: 'Semillas' }),
  },
  {
    method: 'POST',
    path: '/proveedores/delete-product',
    asker: 'PROVEEDOR',
    good: () => ({ id: randomUUID(), userType: 'PRODUCT' }),
  },
  {
    method: 'POST',
    path: '/client/create',
    asker: 'RECARGA',
    good: () => ({ ownerName: 'Ana', identificacion: randomUUID(), phone: '3105550101', id: randomUUID() }),
    optional: ['phone', 'id'],
  },
  { method: 'POST', path: '/client/restore', asker: 'ADMIN', good: () => ({ id: randomUUID() }) },
  {
    method: 'POST',
    path: '/cash/refund',
    asker: 'GLOBAL_MARKET',
    good: () => ({ vouchers: [{ id: randomUUID(), monto: 1_000 }], reason: 'ERROR' }),
  },
  {
    method: 'POST',
    path: '/code-qr/void',
    asker: 'RECARGA',
    good: () => ({ id: randomUUID(), reason: 'WRONG_AMOUNT' }),
  },
  {
    method: 'POST',
    path: '/client/merge',
    asker: 'ADMIN',
    good: () => ({ id: randomUUID(), into: randomUUID() }),
  },
  {
    method: 'POST',
    path: '/code-qr/block',
    asker: 'RECARGA',
    good: () => ({ id: randomUUID(), reason: 'Perdido' }),
  },
  {
    method: 'POST',
    path: '/code-qr/reissue',
    asker: 'RECARGA',
    good: () => ({
      id: randomUUID(),
      newUuid: toVoucherId(randomUUID()),
      identificacion: '1',
    }),
  },
  {
    method: 'POST',
    path: '/code-qr/join',
    asker: 'RECARGA',
    good: () => ({
      newUuid: toVoucherId(randomUUID()),
      identificacion: '1',
    }),
  },
  {
    method: 'POST',
    path: '/code-qr/expire',
    asker: 'GLOBAL_MARKET',
    good: () => ({ id: randomUUID() }),
  },
  {
    method: 'POST',
    path: '/market/codes',
    asker: 'GLOBAL_MARKET',
    good: () => ({ purpose: 'reissue' }),
  },
  {
    method: 'POST',
    path: '/shopping/void',
    asker: 'ESTANTE',
    good: () => ({ codeCompra: 'C-00000000', reason: 'Error' }),
  },
  {
    method: 'POST',
    path: '/points/create',
    asker: 'GLOBAL_MARKET',
    good: () => ({ name: 'Café', description: 'Libra', pointsCost: 5, monto: 100 }),
    optional: ['monto'],
  },
  {
    method: 'POST',
    path: '/client/canjear',
    asker: 'RECARGA',
    good: (market) => ({ clientId: market.customer.id, pointsId: randomUUID() }),
  },
  ...cashTargets,
  ...extraTargets,
  { method: 'POST', path: '/cash/day', asker: 'GLOBAL_MARKET', good: () => ({ day: '2099-12-31' }) },
  ...deviceTargets,
  ...extraTargets,
];

/** Values that no field of any call accepts. */
const spoiled: [string, unknown][] = [
  ['null', null],
  ['an array', []],
  ['an object', { $gt: '' }],
  ['true', true],
  ['0', 0],
  ['-1', -1],
  ['2^53', 2 ** 53],
  ['a fraction', 0.5],
  ['a text of a million', 'a'.repeat(100_000)],
  ['NUL', 'a\u0000b'],
  ['a lone surrogate', '\ud800'],
  ['spaces', '     '],
];

const tenMegabytes = 'a'.repeat(10 * 1024 * 1024);

/** Invalid bodies, as sent over the wire. */
const rawBodies: [string, string, string][] = [
  ['no JSON', '{"a":', 'application/json'],
  ['nothing', '', 'application/json'],
  ['a number', '5', 'application/json'],
  ['an array', '[]', 'application/json'],
  ['NaN', '{"price":NaN}', 'application/json'],
  ['__proto__', '{"__proto__":{"a":1}}', 'application/json'],
  ['deep JSON', `${'[['.repeat(50_000)}${']]'.repeat(50_000)}`, 'application/json'],
  ['another type', 'monto=1', 'application/x-www-form-urlencoded'],
  ['xml', '<a/>', 'text/xml'],
];

describe('bad input', () => {
  const place = marketForSuite();

  async function send(target: Target, payload: string, type = 'application/json', headers = {}) {
    const token = place.market.tokens[target.asker];
    const response = await place.app.inject({
      method: target.method,
      url: `/api/v1${target.path}`,
      payload,
      headers: { 'content-type': type, ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    });
    return { status: response.statusCode, body: JSON.parse(response.body || '{}') as unknown };
  }

  async function expectRefused(work: ReturnType<typeof send>): Promise<void> {
    const { status, body } = await work;
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(refusalSchema.safeParse(body).error).toBeUndefined();
  }

  /** Counted once around everything sent for one call, which deletes no rows. */
  async function writesNothing(work: () => Promise<void>): Promise<void> {
    const before = await rowCounts(place.opened);
    await work();
    expect(await rowCounts(place.opened)).toEqual(before);
  }

  const withFields = posts.map((target) => [`${target.method} ${target.path}`, target] as const);

  it.each(withFields)('%s refuses each field missing or spoiled, and writes nothing', (_name, target) =>
    writesNothing(async () => {
      const fields = Object.keys(target.good(place.market));
      for (const field of fields) {
        const { [field]: _missing, ...rest } = target.good(place.market);
        if (!target.optional?.includes(field)) await expectRefused(send(target, JSON.stringify(rest)));
        for (const [what, value] of spoiled) {
          if (what === 'an array' && target.mayBeEmpty?.includes(field)) continue;
          await expectRefused(send(target, JSON.stringify({ ...target.good(place.market), [field]: value })));
        }
      }
    }),
  );

  it.each(withFields)('%s refuses an invalid body, and one of 10 MB', (_name, target) =>
    writesNothing(async () => {
      for (const [, payload, type] of rawBodies) await expectRefused(send(target, payload, type));
      const huge = JSON.stringify({ ...target.good(place.market), extra: tenMegabytes });
      await expectRefused(send(target, huge));
    }),
  );

  it('rejects invalid addresses and queries', async () => {
    const paths: [string, Asker][] = [
      ['/auth/user/%00', 'ADMIN'],
      ['/auth/user/%E0%A4%A', 'ADMIN'],
      [`/auth/user/${'a'.repeat(500)}`, 'ADMIN'],
      ['/auth/users?limit=-1', 'ADMIN'],
      ['/auth/users?limit=1e9', 'ADMIN'],
      ['/auth/users?limit=NaN', 'ADMIN'],
      ['/auth/users?userType=REY', 'ADMIN'],
      ['/auth/users?q=%00', 'ADMIN'],
      ['/code-qr/search/%00', 'nobody'],
      ['/code-qr/search/..%2f..%2fetc', 'nobody'],
      ['/client/history', 'nobody'],
      ['/client/history?codeQrUuid=1', 'nobody'],
      ['/market/%27%3B--', 'ADMIN'],
      ['/client/x', 'ADMIN'],
      ['/client/list?sort=altura', 'ADMIN'],
      ['/auditoria?kind=todo', 'ADMIN'],
      ['/cash/day?day=2026-02-30', 'GLOBAL_MARKET'],
      ['/code-qr/list?state=PERDIDO', 'ADMIN'],
      ['/shopping/history/mercado-global/x?from=ayer', 'ADMIN'],
      ['/auth/users?cursor=hola', 'ADMIN'],
      ['/no-such-call', 'ADMIN'],
    ];
    await writesNothing(async () => {
      for (const [path, asker] of paths)
        await expectRefused(send({ method: 'GET', path, asker, good: () => ({}) }, ''));
    });
  });

  it.each(['short', 'a'.repeat(65), 'con espacio y más', '\u007f'.repeat(10)])(
    'refuses the operation id %j',
    async (key) => {
      const target = posts.find(({ path }) => path === '/shopping/create');
      if (!target) throw new Error('the purchase is gone');
      const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
      const body = JSON.stringify(target.good(place.market));
      await writesNothing(() => expectRefused(send(target, body, 'application/json', headers)));
    },
  );

  it.each(['Bearer', 'Bearer ', 'Bearer x.y.z', 'Basic YTpi', 'Bearer eyJhbGciOiJub25lIn0.e30.'])(
    'admits no caller with %j',
    async (authorization) => {
      const response = await place.app.inject({
        method: 'GET',
        url: '/api/v1/today',
        headers: { authorization },
      });
      expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
        401,
        'Unauthorized',
      ]);
    },
  );
});

async function rowCounts(opened: TestDatabase): Promise<unknown> {
  const { rows } = await opened.database.query({
    text: `select (select count(*) from person) as people, (select count(*) from market) as markets,
      (select count(*) from movement) as movements, (select count(*) from receipt) as receipts,
      (select count(*) from voucher) as vouchers, (select count(*) from session_token) as sessions,
      (select count(*) from product) as products, (select count(*) from reward) as rewards,
      (select count(*) from decision) as decisions,
      (select count(*) from person where status = 'APROBADO' and visible) as approved`,
  });
  return rows;
}
