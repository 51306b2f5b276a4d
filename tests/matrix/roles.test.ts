import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Call } from '#src/contract/call.ts';
import { toVoucherId } from '#src/protocol/brands.ts';
import { allCalls } from '#tests/support/all-calls.ts';
import { twoMarketsForSuite } from '#tests/support/for-suite.ts';
import { askers, signInAll, type Asker } from '#tests/support/market/two-markets.ts';
import { ask } from '#tests/support/server/test-app.ts';
import { endsSessions } from './area-rules.ts';
import { routeOf, rules } from './rules.ts';

/** Allowed by role but refused later: another owner's place, or nothing that a stranger may see. */
const refusedFurtherIn: Record<string, Asker> = {
  'POST /shopping/create': 'other ESTANTE',
  'POST /shopping/withdraw': 'other ESTANTE',
  'POST /products/create/{stallId}': 'other ESTANTE',
  'GET /client/history': 'nobody',
};

describe('every route for every role of two markets', () => {
  const { app, market } = twoMarketsForSuite();

  const table = Object.values<Call>(allCalls).map((call) => ({ route: routeOf(call), call }));

  it('serves exactly the calls of the table, each with its rule here', () => {
    const served = Object.entries(app.swagger().paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
    );
    expect(served.sort()).toEqual(table.map(({ route }) => route).sort());
    expect(served).toEqual(Object.keys(rules).sort());
  });

  // The rules are written by hand from the design: the table is tested against them, and the server by the
  // cells below.
  it.each(table)('$route admits the roles of its rule', ({ route, call }) => {
    const roles: readonly string[] = call.roles;
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
    const body = rule.body?.(market);
    const answer = await ask(app, method, rule.path(market), { body, token: market.tokens[asker] });
    if (route === endsSessions) market.tokens = await signInAll(app);
    if (rule.allowed.includes(asker)) {
      expect(answer.status).toBe(typeof rule.status === 'number' ? rule.status : rule.status[asker]);
    } else {
      expect(answer.status).toBe(asker === 'nobody' ? 401 : 403);
      expect(answer.body['message']).toBe('Unauthorized');
    }
  });

  it("never shows one market another market's people", async () => {
    const token = market.tokens['GLOBAL_MARKET'];
    const mine = await ask(app, 'GET', '/auth/users', { token });
    const seen = (mine.body['items'] as { _id: string }[]).map(({ _id }) => _id);
    expect(seen).toContain(market.ids['ESTANTE']);
    expect(seen).not.toContain(market.ids['other ESTANTE']);
    const points = await ask(app, 'GET', `/recargas/global-market/${market.codes.other}`, { token });
    expect(points.body).toEqual([]);
    for (const id of [market.ids['other ESTANTE'], market.ids['ADMIN'], market.ids['other RECARGA']])
      expect((await ask(app, 'GET', `/auth/user/${id}`, { token })).status).toBe(404);
    const other = { id: market.ids['other ESTANTE'], userType: 'ESTANTE' };
    for (const path of ['/auth/approve', '/auth/reject', '/auth/delete'])
      expect((await ask(app, 'POST', path, { token, body: other })).status).toBe(404);
  });

  it('lets a top-up point find only customers', async () => {
    const token = market.tokens['RECARGA'];
    for (const wanted of [market.ids['RECARGA'], market.ids['ESTANTE'], 'estante@plaza.co'])
      expect((await ask(app, 'GET', `/auth/user/${wanted}`, { token })).status).toBe(404);
  });

  it('lets a stall sell only for itself', async () => {
    const body = {
      userId: market.customer.id,
      estanteId: market.ids['other ESTANTE'],
      codeQrUuid: toVoucherId(randomUUID()),
      price: 100,
    };
    const answer = await ask(app, 'POST', '/shopping/create', { body, token: market.tokens['ESTANTE'] });
    expect([answer.status, answer.body['message']]).toEqual([403, 'Unauthorized']);
  });

  it('blocks a rejected person with their old token', async () => {
    const target = { id: market.ids['other ESTANTE'], userType: 'ESTANTE' };
    const token = market.tokens['other ESTANTE'];
    expect((await ask(app, 'GET', '/today', { token })).status).toBe(200);
    await ask(app, 'POST', '/auth/reject', { body: target, token: market.tokens['ADMIN'] });
    expect((await ask(app, 'GET', '/today', { token })).status).toBe(401);
  });
});
