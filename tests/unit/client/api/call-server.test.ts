import '#tests/support/browser/browser-globals.ts';
import { http, HttpResponse } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callServer } from '#src/client/api/call-server.ts';
import { probeServer } from '#src/client/api/sync.ts';
import { patchAuth, readAuth, signOutLocally } from '#src/client/state/session.ts';
import { accountCalls } from '#src/contract/accounts/calls.ts';
import { placeCalls } from '#src/contract/markets/place-calls.ts';
import { moneyCalls } from '#src/contract/operations/calls.ts';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { setOrigin } from '#tests/support/browser/browser-globals.ts';
import { answers, mockedOrigin, mockServer } from '#tests/support/server/contract-server.ts';

const server = mockServer();
const stall = { _id: '1', estanteName: 'Doña Rosalba', globalMarketId: 'ABC234', marketName: 'Plaza' };
const refusal = {
  message: 'El saldo no alcanza. Quedan $10.',
  code: 'INSUFFICIENT_BALANCE',
  opId: toOpId('op'),
};
const id = '24684521-0000-4000-8000-000000000000';
const command = { userId: id, estanteId: id, codeQrUuid: toVoucherId(id), price: toAmount(5) };

describe("the API's handling of answers", () => {
  beforeAll(() => {
    setOrigin(mockedOrigin);
    server.listen({ onUnhandledRequest: 'error' });
  });
  beforeEach(() => signOutLocally());
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());

  it('returns the parsed data without fields that the contract does not know', async () => {
    server.use(answers('get', '/estantes', [{ ...stall, secret: 'no' }]));
    expect(await callServer(placeCalls.listStalls)).toEqual({
      kind: 'ok',
      status: 200,
      data: [stall],
      replayed: false,
    });
  });

  it('returns a refusal only for a body in our JSON form', async () => {
    server.use(answers('post', '/shopping/create', refusal, { status: 409 }));
    expect(
      await callServer(moneyCalls.createPurchase, { opId: toOpId('op'), body: command, signedIn: false }),
    ).toMatchObject({
      kind: 'refused',
      status: 409,
      code: 'INSUFFICIENT_BALANCE',
      message: refusal.message,
      opId: toOpId('op'),
    });
  });

  const strangers: [string, Parameters<typeof answers>[2], Parameters<typeof answers>[3], string][] = [
    ['a captive portal', '<html>wifi</html>', { status: 200 }, 'not-ours'],
    ["a proxy's 404", '<html>no</html>', { status: 404 }, 'not-ours'],
    ['JSON of somebody else', { hello: 1 }, { status: 200 }, 'not-ours'],
    ['an empty answer', null, { status: 200 }, 'not-ours'],
    ['a failing proxy', 'bad gateway', { status: 502 }, 'server'],
    ['a time-out of a proxy', '', { status: 408 }, 'server'],
  ];
  it.each(strangers)('treats %s as not our server', async (_name, body, init, reason) => {
    server.use(answers('get', '/estantes', body, init));
    expect(await callServer(placeCalls.listStalls)).toMatchObject({ kind: 'unreachable', reason });
  });

  it('keeps the sentence of an error response without a code', async () => {
    server.use(answers('get', '/estantes', { message: 'Mensaje cualquiera' }, { status: 400 }));
    const outcome = await callServer(placeCalls.listStalls);
    expect(outcome).toMatchObject({ kind: 'unreachable', reason: 'not-ours', message: 'Mensaje cualquiera' });
  });

  it('is unreachable without an answer or after a redirect to another site', async () => {
    server.use(http.get(`${mockedOrigin}/api/v1/estantes`, () => HttpResponse.error()));
    expect(await callServer(placeCalls.listStalls)).toMatchObject({
      kind: 'unreachable',
      reason: 'network',
    });
  });

  it.each([
    ['30', 30_000],
    ['999999', 3_600_000],
    ['nonsense', undefined],
  ])('reads Retry-After: %s', async (value, ms) => {
    server.use(answers('get', '/estantes', 'busy', { status: 503, headers: { 'retry-after': value } }));
    expect(await callServer(placeCalls.listStalls)).toMatchObject({ kind: 'unreachable', retryAfterMs: ms });
  });

  it('sends the key, and the token only when signed in', async () => {
    patchAuth({ token: 'the-token', refreshToken: 'r', isAuthenticated: true });
    const seen: (string | null)[] = [];
    server.use(
      http.post(`${mockedOrigin}/api/v1/shopping/create`, ({ request }) => {
        seen.push(request.headers.get('idempotency-key'), request.headers.get('authorization'));
        return HttpResponse.json(refusal, { status: 409 });
      }),
    );
    await callServer(moneyCalls.createPurchase, { opId: toOpId('key-1'), body: command, signedIn: true });
    await callServer(moneyCalls.createPurchase, { opId: toOpId('key-2'), body: command, signedIn: false });
    expect(seen).toEqual(['key-1', 'Bearer the-token', 'key-2', null]);
  });

  it('ends the session only when the server itself refuses to renew it', async () => {
    const unauthorized = { message: 'Unauthorized', code: 'UNAUTHORIZED' };
    patchAuth({ token: 'old', refreshToken: 'r', isAuthenticated: true });
    server.use(
      answers('get', '/auth/user/:id', unauthorized, { status: 401 }),
      answers('post', '/auth/refresh', '<html>portal</html>', { status: 200 }),
    );
    expect(await callServer(accountCalls.findUser, { params: { id: '24684521' } })).toMatchObject({
      kind: 'unreachable',
    });
    expect(readAuth().isAuthenticated).toBe(true);
    server.use(answers('post', '/auth/refresh', unauthorized, { status: 401 }));
    expect(await callServer(accountCalls.findUser, { params: { id: '24684521' } })).toMatchObject({
      kind: 'refused',
      status: 401,
    });
    expect(readAuth().isAuthenticated).toBe(false);
  });

  it.each([
    ['of a failing server', 'bad gateway', { status: 502 }, { reason: 'server' }],
    ['of a portal', '<html>wifi</html>', { status: 200 }, { reason: 'not-ours' }],
    [
      'of a busy server, with its wait',
      { message: 'Espere un momento.', code: 'TOO_MANY_REQUESTS' },
      { status: 429, headers: { 'retry-after': '30' } },
      { reason: 'server', message: 'Espere un momento.', retryAfterMs: 30_000 },
    ],
  ])('passes on why a renewal failed: the answer %s', async (_name, body, init, expected) => {
    patchAuth({ token: 'old', refreshToken: 'r', isAuthenticated: true });
    server.use(
      answers('get', '/auth/user/:id', { message: 'Unauthorized', code: 'UNAUTHORIZED' }, { status: 401 }),
      answers('post', '/auth/refresh', body, init),
    );
    const outcome = await callServer(accountCalls.findUser, { params: { id: '24684521' } });
    expect(outcome).toMatchObject({ kind: 'unreachable', ...expected });
    expect(readAuth().isAuthenticated).toBe(true);
  });

  it('accepts only a server that echoes the nonce', async () => {
    server.use(answers('get', '/health', { status: 'ok', nonce: 'another', time: '2026-01-01T00:00:00Z' }));
    expect(await probeServer()).toBe(false);
    server.use(
      http.get(`${mockedOrigin}/api/v1/health`, ({ request }) =>
        HttpResponse.json({
          status: 'ok',
          nonce: new URL(request.url).searchParams.get('nonce'),
          time: 'now',
        }),
      ),
    );
    expect(await probeServer()).toBe(true);
  });

  it('takes a refusal for too many calls as an answer of the server', async () => {
    for (const [code, status] of [
      ['TOO_MANY_REQUESTS', 429],
      ['UNAVAILABLE', 503],
    ] as const) {
      server.use(answers('get', '/health', { code, message: 'Espere un momento.' }, { status }));
      expect(await probeServer()).toBe(status === 429);
    }
  });
});
