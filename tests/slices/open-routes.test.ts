import { describe, expect, it, vi } from 'vitest';
import type { Call } from '#src/contract/call.ts';
import type { Quota, Quotas } from '#src/server/http/throttle.ts';
import { open, pathOf } from '#tests/matrix/rule.ts';
import { routeOf, rules } from '#tests/matrix/rules.ts';
import { allCalls } from '#tests/support/all-calls.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { ask, openTestApp, wideQuotas, type Asked } from '#tests/support/server/test-app.ts';
import { forSuite } from '#tests/support/suite.ts';

const one: Quota = { points: 1, seconds: 60 };

describe('a stranger', () => {
  const place = marketForSuite();
  const app = forSuite(
    () => {
      const quotas: Quotas = { ...wideQuotas, description: one, otherRoutes: one, deviceStranger: one };
      for (const { quota } of Object.values<Call>(allCalls)) if (quota) quotas[quota] = one;
      return openTestApp(place.opened.database, { quotas });
    },
    (opening) => opening.close(),
  );
  const from = (remoteAddress: string): Asked => ({
    inject: (request) => app.inject({ ...request, remoteAddress }),
  });

  const openCalls = Object.values<Call>(allCalls).filter(({ isOpen }) => isOpen);
  it.each(openCalls.map((call, at) => ({ route: routeOf(call), at })))(
    'is refused beyond the quota of $route',
    async ({ route, at }) => {
      const [method] = route.split(' ') as ['GET' | 'POST'];
      const rule = rules[route] ?? open();
      const path = pathOf(route, rule, place.market);
      const call = async () =>
        (await ask(from(`10.0.0.${at}`), method, path, { body: rule.body?.(place.market) })).status;
      expect(await call()).not.toBe(429);
      expect(await call()).toBe(429);
    },
  );

  it('who signs in as a stall registers no more people than without a session', async () => {
    const body = { ownerName: 'Ana Ruiz', identificacion: '52777111' };
    const { ESTANTE: stall, RECARGA: point } = place.market.tokens;
    const statuses = [];
    for (const token of [stall, stall, point])
      statuses.push((await ask(from('10.0.2.0'), 'POST', '/auth/register', { body, token })).status);
    expect(statuses).toEqual([201, 429, 409]);
  });

  it.each(['/', '/api/v1/openapi.json', '/api/v1/docs/static/index.html', '/api/v1/metrics', '/nada'])(
    'is refused beyond the quota at %s, which no row of the table of calls has made',
    async (url) => {
      const read = async () => (await app.inject({ url, remoteAddress: `10.0.1.${url.length}` })).statusCode;
      expect(await read()).not.toBe(429);
      expect(await read()).toBe(429);
    },
  );

  it('who goes on in spite of refusals waits a second for each', async () => {
    const patient = await openTestApp(place.opened.database, { quotas: { health: one, refusals: one } });
    const times: number[] = [];
    for (let call = 0; call < 3; call += 1) {
      const before = performance.now();
      await patient.inject({ url: '/api/v1/health' });
      times.push(performance.now() - before);
    }
    expect(Math.max(...times.slice(0, 2))).toBeLessThan(900);
    expect(times[2]).toBeGreaterThan(990);
    await patient.close();
  });

  it('reads a description of the API that is made once, compressed, and not sent again unchanged', async () => {
    const described = await openTestApp(place.opened.database);
    await described.ready();
    const made = vi.spyOn(described, 'swagger');
    const read = (headers: Record<string, string>, url = '/api/v1/openapi.json') =>
      described.inject({ url, headers });
    const plain = await read({});
    const packed = await read({ 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10);
    const etag = String(plain.headers.etag);
    const again = await read({ 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await read({ 'if-none-match': etag }, '/api/v1/docs/json')).statusCode).toBe(304);
    expect((await read({}, '/api/v1/docs/yaml')).statusCode).toBe(404);
    expect(made).toHaveBeenCalledTimes(1);
    await described.close();
  });
});
