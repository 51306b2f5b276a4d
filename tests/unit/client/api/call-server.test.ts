import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { callServer } from '#src/client/api/call-server.ts';
import { patchAuth, readAuth, signOutLocally } from '#src/client/state/session.ts';
import { probeServer } from '#src/client/sync/connectivity.ts';
import { accountCalls } from '#src/contract/accounts/calls.ts';
import { placeCalls } from '#src/contract/markets/place-calls.ts';
import { moneyCalls } from '#src/contract/operations/calls.ts';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { answers, mockServerForSuite } from '#tests/support/server/contract-server.ts';

const server = mockServerForSuite();
const stall = { _id: '1', estanteName: 'Doña Rosalba', globalMarketId: 'ABC234', marketName: 'Plaza' };
const refusal = {
  message: 'El saldo no alcanza. Quedan $10.',
  code: 'INSUFFICIENT_BALANCE',
  opId: toOpId('op'),
};
const id = '24684521-0000-4000-8000-000000000000';
const command = { userId: id, estanteId: id, codeQrUuid: toVoucherId(id), price: toAmount(5) };

describe("the API's handling of answers", () => {
  beforeEach(() => signOutLocally());

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

  it.each([
    ['30', 30_000],
    ['999999', 3_600_000],
    ['nonsense', undefined],
  ])('reads Retry-After: %s', async (value, ms) => {
    server.use(answers('get', '/estantes', 'busy', { status: 503, headers: { 'retry-after': value } }));
    expect(await callServer(placeCalls.listStalls)).toMatchObject({ kind: 'unreachable', retryAfterMs: ms });
  });

  it('ends the session when the server itself refuses to renew it', async () => {
    const unauthorized = { message: 'Unauthorized', code: 'UNAUTHORIZED' };
    patchAuth({ token: 'old', refreshToken: 'r', isAuthenticated: true });
    server.use(
      answers('get', '/auth/user/:id', unauthorized, { status: 401 }),
      answers('post', '/auth/refresh', unauthorized, { status: 401 }),
    );
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
  ])(
    'keeps the session and passes on why a renewal failed: the answer %s',
    async (_name, body, init, expected) => {
      patchAuth({ token: 'old', refreshToken: 'r', isAuthenticated: true });
      server.use(
        answers('get', '/auth/user/:id', { message: 'Unauthorized', code: 'UNAUTHORIZED' }, { status: 401 }),
        answers('post', '/auth/refresh', body, init),
      );
      const outcome = await callServer(accountCalls.findUser, { params: { id: '24684521' } });
      expect(outcome).toMatchObject({ kind: 'unreachable', ...expected });
      expect(readAuth().isAuthenticated).toBe(true);
    },
  );

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
