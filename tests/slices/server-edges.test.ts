import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#src/server/app.ts';
import type { App } from '#src/server/http/fastify-app.ts';
import { readConfig } from '#src/server/run/config.ts';
import { logOptions } from '#src/server/run/start/log.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { openTwoMarkets } from '#tests/support/market/two-markets.ts';
import { ask, openTestApp, wideQuotas } from '#tests/support/server/test-app.ts';

describe('the edges of the server', () => {
  const opened = databaseForSuite();
  let app: App;
  let folder: string;
  let logged = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'client-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><head><meta name="currency-symbol" content="$" /><meta name="time-zone" content="" /><meta name="utc-offset" content="" /></head><body><p>app</p></body>',
    );
    writeFileSync(join(folder, 'assets/index-abc123.js'), 'export {};');
    writeFileSync(join(folder, 'service-worker.js'), '');
    mkdirSync(join(folder, '.vite'));
    const built = {
      'index.html': { file: 'assets/index-abc123.js', isEntry: true, imports: ['_base.js'] },
      '_base.js': { file: 'assets/base-1.js', css: ['assets/base-1.css'] },
      '_router.js': { file: 'assets/router-1.js', imports: ['_base.js'], css: ['assets/router-1.css'] },
    };
    writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(built));
    writeFileSync(
      join(folder, '.vite/modules.json'),
      JSON.stringify({ 'src/client/router.tsx': 'assets/router-1.js' }),
    );
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged += chunk.toString();
        done();
      },
    });
    app = await createApp({
      config: readConfig({ CURRENCY_SYMBOL: '<€>' }),
      database: opened.database,
      secret: Buffer.alloc(32, 1),
      sealKey: Buffer.alloc(32, 2),
      clientDir: folder,
      quotas: wideQuotas,
      maxEventLoopDelayMs: 0,
      logger: pino(logOptions('info'), sink),
    });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url, headers });

  it.each(['/', '/login', '/code-qr?userId=1', '/dashboard/puntos-de-recarga/create', '/anything/at/all'])(
    'serves the app at %s, with its currency and its time zone, never cached',
    async (url) => {
      const page = await get(url);
      expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache']);
      expect(page.body).toContain('content="&#60;€&#62;"');
      expect(page.body).toContain('<meta name="time-zone" content="America/Bogota"');
      expect(page.body).toContain('<meta name="utc-offset" content="-300"');
    },
  );

  it("embeds the voucher in its link's page as data that no name can escape from, never cached", async () => {
    const market = await openSmallMarket(opened.database);
    const uuid = await market.issue(50_000);
    const name = 'Ana </script><script>alert(1)</script> $&';
    await opened.database.query({
      text: 'update person set owner_name = $2 where id = $1',
      values: [market.customer, name],
    });
    const page = await get(`/code-qr?userId=${market.customer}&codeQrId=${uuid}`);
    const json =
      /<script type="application\/json" id="voucher-in-page">(.*?)<\/script>/.exec(page.body)?.[1] ?? '';
    expect(JSON.parse(json)).toMatchObject({ uuid, monto: 50_000, clientId: { ownerName: name } });
    expect(page.body.match(/<\/script>/g)).toHaveLength(1);
    expect(page.headers['cache-control']).toBe('no-store');
    const unknown = await get(`/code-qr?codeQrId=${market.customer}`);
    expect(unknown.body).not.toContain('voucher-in-page');
  });

  it('answers an unknown call, a monitor outside the API and a missing file with our JSON, never with the page', async () => {
    for (const url of [
      '/api/v1/nada',
      '/api/nada',
      '/health',
      '/ready',
      '/metrics',
      '/assets/index-gone.js',
      '/favicon.gone.png',
      '/.vite/manifest.json',
    ]) {
      const answer = await get(url);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'ROUTE_NOT_FOUND']);
    }
  });

  it('names the files of a first screen in its page, and none that the page names itself', async () => {
    const links = [...(await get('/login')).body.matchAll(/<link[^>]*>/g)].map(([link]) => link);
    expect(links).toEqual([
      '<link rel="modulepreload" href="/assets/router-1.js" />',
      '<link rel="stylesheet" href="/assets/router-1.css" />',
    ]);
  });

  it('lets hashed files be cached forever, and the service worker never', async () => {
    expect((await get('/assets/index-abc123.js')).headers['cache-control']).toContain('immutable');
    expect((await get('/service-worker.js')).headers['cache-control']).toBe('no-cache');
  });

  it('keeps money out of every cache, and links out of every referrer', async () => {
    const answer = await get('/api/v1/estantes');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(answer.headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  });

  it('describes itself, from the validating schemas', async () => {
    const document = (await get('/api/v1/openapi.json')).json<{ paths: Record<string, unknown> }>();
    expect(Object.keys(document.paths)).toContain('/api/v1/shopping/create');
    expect((await get('/api/v1/docs')).statusCode).toBeLessThan(400);
  });

  it('refuses metrics without a token even to this machine, where a proxy may hide its callers', async () => {
    for (const remoteAddress of ['127.0.0.1', '::1', '192.168.1.7'])
      expect((await app.inject({ method: 'GET', url: '/api/v1/metrics', remoteAddress })).statusCode).toBe(
        404,
      );
  });

  it('refuses a body that is not JSON by its type', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { 'content-type': 'text/plain' },
      payload: '{}',
    });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'MALFORMED_JSON']);
  });

  it('serves metrics with the token, if there is one', async () => {
    const token = 'a-token-of-the-operator';
    const guarded = await openTestApp(opened.database, { environment: { METRICS_TOKEN: token } });
    const read = async (headers: Record<string, string>) =>
      (await guarded.inject({ method: 'GET', url: '/api/v1/metrics', remoteAddress: '10.0.0.7', headers }))
        .statusCode;
    expect(await read({ authorization: `Bearer ${token}` })).toBe(200);
    const { body } = await guarded.inject({
      method: 'GET',
      url: '/api/v1/metrics',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(body).toContain('http_request_duration_seconds');
    expect([await read({}), await read({ authorization: 'Bearer another' })]).toEqual([404, 404]);
    await guarded.close();
  });

  it('lets the pages use the camera and a printer and nothing else, and forbids frames', async () => {
    const { headers } = await get('/login');
    expect(headers['permissions-policy']).toBe(
      'camera=(self), serial=(self), usb=(self), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), payment=()',
    );
    expect([headers['x-frame-options'], headers['strict-transport-security']]).toEqual(['DENY', undefined]);
    const PUBLIC_URL = 'https://mercado.example';
    const secure = await openTestApp(opened.database, { environment: { PUBLIC_URL } });
    const answer = await secure.inject({ url: '/api/v1/health' });
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    await secure.close();
  });

  it("hashes a password at OWASP's floor by default", async () => {
    const body = {
      ownerName: 'Ana Ruiz',
      email: 'floor@plaza.co',
      phone: '3105550101',
      password: 'clave-segura',
    };
    await ask(app, 'POST', '/auth/create-market', { body: { ...body, marketName: 'Plaza' } });
    const { rows } = await opened.database.query<{ password_hash: string }>({
      text: `select password_hash from person where email = 'floor@plaza.co'`,
    });
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('logs routes and statuses, and no token, no voucher, no password', async () => {
    const voucher = '24684521-0000-4000-8000-000000000000';
    await get(`/api/v1/code-qr/search/${voucher}`, { authorization: 'Bearer the.secret.token' });
    await get(`/api/v1/code-qr/search/${voucher}`);
    await app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { email: 'ana@plaza.co', password: 'mi-clave-secreta', userType: 'ADMIN' },
    });
    expect(logged).toContain('/api/v1/code-qr/search/:code');
    for (const secret of [voucher, 'the.secret.token', 'mi-clave-secreta', 'ana@plaza.co'])
      expect(logged).not.toContain(secret);
  });

  it('logs one line per call with caller, operation, refusal and process', async () => {
    const { ids, tokens } = await openTwoMarkets(app, opened.database);
    const token = tokens['ESTANTE'] ?? '';
    const opId = '0f3d4c5e-0000-4000-8000-000000000001';
    logged = '';
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/shopping/void',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': opId, 'x-device-id': 'tableta-7' },
      payload: { codeCompra: 'C-7K4M2QXD', reason: 'prueba' },
    });
    const lines = logged
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      reqId: answer.headers['x-request-id'],
      person: ids['ESTANTE'],
      role: 'ESTANTE',
      saidDevice: 'tableta-7',
      opId,
      refusal: answer.json<{ code: string }>().code,
      process: expect.stringMatching(/:\d+$/),
    });
  });
});
