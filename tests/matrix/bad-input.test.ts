import { describe, expect, it } from 'vitest';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import { type TestDatabase } from '#tests/support/server/test-database.ts';
import { pathOf, type Rule } from './rule.ts';
import { rules } from './rules.ts';

type Target = { method?: 'GET'; path: string; asker: Asker };

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

/** Their fields may be left out, and 0, false and empty texts are settings too. */
const settings = new Set(['POST /market/settings', 'POST /market/data-policy', 'POST /sync/limits']);

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
      method: target.method ?? 'POST',
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

  type WithBody = Rule & Required<Pick<Rule, 'body'>>;
  const withFields = Object.entries(rules).filter(
    (row): row is [string, WithBody] => row[1].body !== undefined,
  );
  const targetOf = (route: string, rule: Rule): Target => ({
    path: pathOf(route, rule, place.market),
    asker: rule.allowed[0] ?? 'nobody',
  });

  const spoilable = withFields.filter(([route]) => !settings.has(route));
  it.each(spoilable)('%s refuses each field missing or spoiled, and writes nothing', (route, rule) =>
    writesNothing(async () => {
      const [target, good] = [targetOf(route, rule), () => rule.body(place.market)];
      for (const field of Object.keys(good())) {
        const { [field]: _missing, ...rest } = good();
        if (!rule.optional?.includes(field)) await expectRefused(send(target, JSON.stringify(rest)));
        for (const [what, value] of spoiled) {
          if (what === 'an array' && rule.mayBeEmpty?.includes(field)) continue;
          await expectRefused(send(target, JSON.stringify({ ...good(), [field]: value })));
        }
      }
    }),
  );

  it.each(withFields)('%s refuses an invalid body, and one of 10 MB', (route, rule) =>
    writesNothing(async () => {
      const target = targetOf(route, rule);
      for (const [, payload, type] of rawBodies) await expectRefused(send(target, payload, type));
      await expectRefused(send(target, JSON.stringify({ ...rule.body(place.market), extra: tenMegabytes })));
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
      for (const [path, asker] of paths) await expectRefused(send({ method: 'GET', path, asker }, ''));
    });
  });

  it.each(['short', 'a'.repeat(65), 'con espacio y más', '\u007f'.repeat(10)])(
    'refuses the operation id %j',
    async (key) => {
      const target = { path: '/shopping/create', asker: 'ESTANTE' } as const;
      const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
      const body = JSON.stringify(rules['POST /shopping/create']?.body?.(place.market));
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
