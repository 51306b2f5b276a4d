import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Call } from '#src/contract/call.ts';
import { toVoucherId } from '#src/protocol/brands.ts';
import { allCalls } from '#tests/support/all-calls.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { askers, signInAll, type Asker } from '#tests/support/market/two-markets.ts';
import { ask } from '#tests/support/server/test-app.ts';
import { endsSessions } from './area-rules.ts';
import { pathOf } from './rule.ts';
import { routeOf, rules } from './rules.ts';

/** Allowed by role but refused later: another owner's place, or nothing that a stranger may see. */
const refusedFurtherIn: Record<string, Asker> = {
  'POST /shopping/create': 'other ESTANTE',
  'POST /shopping/withdraw': 'other ESTANTE',
  'POST /products/create/{stallId}': 'other ESTANTE',
  'GET /client/history': 'nobody',
};

describe('every route for every role of two markets', () => {
  const place = marketForSuite();

  const table = Object.values<Call>(allCalls).map((call) => ({ route: routeOf(call), call }));

  it('serves exactly the calls of the table, each with its rule here', () => {
    const served = Object.entries(place.app.swagger().paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
    );
    expect(served.sort()).toEqual(table.map(({ route }) => route).sort());
    expect(served).toEqual(Object.keys(rules).sort());
  });

  // The rules are written by hand from the design: the table is tested against them, and the server by the
  // cells below.
  it.each(table)('$route admits the roles of its rule', ({ route, call }) => {
    const roles: readonly string[] = call.roles ?? [];
    const letsIn = (asker: string): boolean => {
      const role = asker.replace('other ', '');
      if (call.isOpen) return asker === 'nobody' || roles.length === 0 || roles.includes(role);
      return roles.includes(role);
    };
    const allowed = rules[route]?.allowed ?? [];
    for (const asker of allowed) expect([asker, letsIn(asker)]).toEqual([asker, true]);
    const mayNot = askers.filter((asker) => !allowed.includes(asker) && refusedFurtherIn[route] !== asker);
    for (const asker of mayNot) expect([asker, letsIn(asker)]).toEqual([asker, false]);
  });

  const cells = Object.entries(rules).flatMap(([route, rule]) =>
    askers.map((asker) => [route, asker, rule] as const),
  );
  it.each(cells)('%s by %s', async (route, asker, rule) => {
    const [method] = route.split(' ') as ['GET' | 'POST' | 'DELETE'];
    const body = rule.body?.(place.market);
    const answer = await ask(place.app, method, pathOf(route, rule, place.market), {
      body,
      token: place.market.tokens[asker],
    });
    if (route === endsSessions) place.market.tokens = await signInAll(place.app);
    if (rule.allowed.includes(asker)) {
      const { status = 200 } = rule;
      expect(answer.status).toBe(typeof status === 'number' ? status : status[asker]);
    } else {
      expect(answer.status).toBe(asker === 'nobody' ? 401 : 403);
      expect(answer.body['message']).toBe('Unauthorized');
    }
  });

  it("never shows one market another market's people", async () => {
    const mine = await place.manage('/auth/users');
    const seen = (mine.body['items'] as { _id: string }[]).map(({ _id }) => _id);
    expect(seen).toContain(place.market.ids['ESTANTE']);
    expect(seen).not.toContain(place.market.ids['other ESTANTE']);
    const points = await place.manage(`/recargas/global-market/${place.market.codes.other}`);
    expect(points.body).toEqual([]);
    for (const id of [
      place.market.ids['other ESTANTE'],
      place.market.ids['ADMIN'],
      place.market.ids['other RECARGA'],
    ])
      expect((await place.manage(`/auth/user/${id}`)).status).toBe(404);
    const other = { id: place.market.ids['other ESTANTE'], userType: 'ESTANTE' };
    for (const path of ['/auth/approve', '/auth/reject', '/auth/delete'])
      expect((await place.manage(path, other)).status).toBe(404);
  });

  it('lets a top-up point find only customers', async () => {
    for (const wanted of [place.market.ids['RECARGA'], place.market.ids['ESTANTE'], 'estante@plaza.co'])
      expect((await place.as('RECARGA', `/auth/user/${wanted}`)).status).toBe(404);
  });

  it('lets a stall sell only for itself', async () => {
    const body = {
      userId: place.market.customer.id,
      estanteId: place.market.ids['other ESTANTE'],
      codeQrUuid: toVoucherId(randomUUID()),
      price: 100,
    };
    const answer = await place.as('ESTANTE', '/shopping/create', body);
    expect([answer.status, answer.body['message']]).toEqual([403, 'Unauthorized']);
  });

  it('blocks a rejected person with their old token', async () => {
    const target = { id: place.market.ids['other ESTANTE'], userType: 'ESTANTE' };
    expect((await place.as('other ESTANTE', '/today')).status).toBe(200);
    await place.as('ADMIN', '/auth/reject', target);
    expect((await place.as('other ESTANTE', '/today')).status).toBe(401);
  });
});
