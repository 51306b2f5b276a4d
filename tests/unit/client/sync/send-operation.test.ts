import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import 'fake-indexeddb/auto';
import { http, HttpResponse } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { readEnvelope } from '#src/client/local/db/operation.ts';
import { patchAuth, signOutLocally } from '#src/client/state/session.ts';
import { sendOperation } from '#src/client/sync/send-operation.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { toVoucherId, type OpId } from '#src/protocol/brands.ts';
import { setOrigin } from '#tests/support/browser/browser-globals.ts';
import {
  newId,
  receiptOf,
  storeCustomer,
  storePurchase,
  storeTopUp,
} from '#tests/support/market/stored-operations.ts';
import { answers, mockedOrigin, mockServer } from '#tests/support/server/contract-server.ts';

const server = mockServer();
const label = { opId: newId(), userName: 'luz', estanteName: 'Rosalba' };
let db: MoneyDb;

beforeAll(() => {
  setOrigin(mockedOrigin);
  server.listen({ onUnhandledRequest: 'error' });
});
beforeEach(() => {
  signOutLocally();
  db = new MoneyDb(randomUUID());
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

async function envelopeOf(opId: OpId): Promise<Envelope> {
  const envelope = readEnvelope(await db.envelopes.get(opId));
  if (!envelope) throw new Error('not written');
  return envelope;
}

async function sendPurchase(): Promise<ReturnType<typeof sendOperation>> {
  return sendOperation(await envelopeOf(await storePurchase(db)), label);
}

describe('one operation sent alone', () => {
  it('is accepted with the receipt that names it', async () => {
    const envelope = await envelopeOf(
      await storePurchase(db, { voucherId: toVoucherId('24684521-0000-4000-8000-000000000000') }),
    );
    const receipt = {
      ...receiptOf(toVoucherId('24684521-0000-4000-8000-000000000000'), 100),
      opId: envelope.opId,
    };
    let body: unknown;
    let key: string | null = null;
    server.use(
      http.post(`${mockedOrigin}/api/v1/shopping/create`, async ({ request }) => {
        [body, key] = [await request.json(), request.headers.get('idempotency-key')];
        return HttpResponse.json(receipt, { status: 201 });
      }),
    );
    expect(await sendOperation(envelope, label)).toEqual({
      kind: 'accepted',
      receipt: { purchase: receipt },
    });
    expect(key).toBe(envelope.opId);
    expect(body).toMatchObject({ price: 12_500, estanteName: 'Rosalba', userName: 'luz' });
    expect(body).not.toHaveProperty('by');
  });

  it.each([
    ['of another operation', { opId: randomUUID() }],
    ['that names no operation', {}],
  ])('is not settled by a receipt %s: whoever gave it was not our server', async (_what, named) => {
    server.use(
      answers(
        'post',
        '/shopping/create',
        { ...receiptOf(toVoucherId(randomUUID()), 100), ...named },
        { status: 201 },
      ),
    );
    expect(await sendPurchase()).toEqual({ kind: 'offline', reason: 'not-ours' });
  });

  it('is not refused by the refusal of another operation', async () => {
    const code = 'INSUFFICIENT_BALANCE';
    const refusal = { message: 'El saldo no alcanza.', code, opId: randomUUID() };
    server.use(answers('post', '/shopping/create', refusal, { status: 409 }));
    expect(await sendPurchase()).toEqual({ kind: 'offline', reason: 'not-ours' });
  });

  it.each([
    [500, 'INTERNAL'],
    [500, 'INSUFFICIENT_BALANCE'],
    [503, 'UNAVAILABLE'],
    [429, 'TOO_MANY_REQUESTS'],
    [426, 'CLIENT_TOO_OLD'],
    [404, 'ROUTE_NOT_FOUND'],
    [501, 'NOT_IMPLEMENTED'],
    [409, 'UNAVAILABLE'],
    [409, 'INTERNAL'],
    [409, 'TOO_MANY_REQUESTS'],
  ])('is retried after %i %s, which does not decide the sale', async (status, code) => {
    server.use(answers('post', '/shopping/create', { message: 'no', code }, { status }));
    expect(await sendPurchase()).toMatchObject({ kind: 'again', reason: code });
  });

  it("is refused with the server's sentence, even with a code unknown to this version", async () => {
    server.use(
      answers(
        'post',
        '/shopping/create',
        { message: 'Hoy no.', code: 'INSUFFICIENT_BALANCE' },
        { status: 409 },
      ),
    );
    expect(await sendPurchase()).toEqual({
      kind: 'refused',
      code: 'INSUFFICIENT_BALANCE',
      message: 'Hoy no.',
    });
    server.use(
      answers('post', '/shopping/create', { message: 'Nuevo.', code: 'OF_TOMORROW' }, { status: 409 }),
    );
    expect(await sendPurchase()).toMatchObject({ kind: 'refused', message: 'Nuevo.' });
  });

  it('waits for a sign-in when no person here may send it', async () => {
    server.use(
      answers('post', '/shopping/create', { message: 'Unauthorized', code: 'UNAUTHORIZED' }, { status: 401 }),
    );
    expect(await sendPurchase()).toEqual({ kind: 'signed-out' });
  });

  it('stays pending when it reaches no server, or the server fails', async () => {
    server.use(http.post(`${mockedOrigin}/api/v1/shopping/create`, () => HttpResponse.error()));
    expect(await sendPurchase()).toEqual({ kind: 'offline', reason: 'network' });
    const failed = () => new HttpResponse('broken', { status: 502, headers: { 'retry-after': '7' } });
    server.use(http.post(`${mockedOrigin}/api/v1/shopping/create`, failed));
    expect(await sendPurchase()).toEqual({ kind: 'again', reason: 'server', retryAfterMs: 7_000 });
  });

  it('is sent with empty names where no proof is stored, and without a session for a holder', async () => {
    const bodies: unknown[] = [];
    const heads: (string | null)[] = [];
    server.use(
      http.post(`${mockedOrigin}/api/v1/shopping/create`, async ({ request }) => {
        bodies.push(await request.json());
        heads.push(request.headers.get('authorization'));
        return HttpResponse.error();
      }),
    );
    const envelope = await envelopeOf(await storePurchase(db));
    patchAuth({ token: 'token-of-rosalba', isAuthenticated: true });
    await sendOperation(envelope, null);
    if (envelope.kind === 'purchase')
      await sendOperation({ ...envelope, payload: { ...envelope.payload, by: 'holder' } }, null);
    expect(bodies).toMatchObject([
      { estanteName: '', userName: '' },
      { estanteName: '', userName: '' },
    ]);
    expect(heads).toEqual(['Bearer token-of-rosalba', null]);
  });

  it('is accepted with the receipt that names it, for a top-up', async () => {
    const topUp = await envelopeOf(await storeTopUp(db));
    if (topUp.kind !== 'top-up') throw new Error('no top-up');
    const { uuid, monto } = topUp.payload;
    const receipt = {
      _id: randomUUID(),
      identification: '1',
      ownerName: 'luz',
      status: true,
      createAt: '2026-11-21T12:00:00.000Z',
      urlCodeQr: 'http://localhost/code-qr',
      message: 'ok',
      monto,
      uuid,
      opId: topUp.opId,
    };
    let sent: unknown;
    server.use(
      http.post(`${mockedOrigin}/api/v1/code-qr/create-recharger`, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(receipt, { status: 201 });
      }),
    );
    expect(await sendOperation(topUp, null)).toEqual({
      kind: 'accepted',
      receipt: { topUp: receipt },
    });
    expect(sent).toEqual(topUp.payload);
  });

  it('of a kind that only a journal carries is left for a version that knows how', async () => {
    const registration = await envelopeOf(await storeCustomer(db));
    expect(await sendOperation(registration, label)).toMatchObject({
      kind: 'again',
      reason: 'newer-version',
    });
  });
});
