import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import 'fake-indexeddb/auto';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { readEnvelope } from '#src/client/local/db/operation.ts';
import { patchAuth, signOutLocally } from '#src/client/state/session.ts';
import { sendOperation } from '#src/client/sync/send-operation.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { toVoucherId, type OpId } from '#src/protocol/brands.ts';
import { newId, receiptOf, storeCustomer, storePurchase } from '#tests/support/market/stored-operations.ts';
import { answers, mockedOrigin, mockServerForSuite } from '#tests/support/server/contract-server.ts';

const server = mockServerForSuite();
const label = { opId: newId(), userName: 'luz', estanteName: 'Rosalba' };
let db: MoneyDb;

beforeEach(() => {
  signOutLocally();
  db = new MoneyDb(randomUUID());
});

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
    const envelope = await envelopeOf(await storePurchase(db));
    const receipt = { ...receiptOf(toVoucherId(randomUUID()), 100), opId: envelope.opId };
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

  it('waits as long as a failing server asks', async () => {
    const failed = () => new HttpResponse('broken', { status: 502, headers: { 'retry-after': '7' } });
    server.use(http.post(`${mockedOrigin}/api/v1/shopping/create`, failed));
    expect(await sendPurchase()).toEqual({ kind: 'again', reason: 'server', retryAfterMs: 7_000 });
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

  it('waits for a sign-in when its session has ended', async () => {
    const refusal = { message: 'Unauthorized', code: 'UNAUTHORIZED' };
    server.use(answers('post', '/shopping/create', refusal, { status: 401 }));
    expect(await sendPurchase()).toEqual({ kind: 'signed-out' });
  });

  it('is not refused by the refusal of another operation', async () => {
    const code = 'INSUFFICIENT_BALANCE';
    const refusal = { message: 'El saldo no alcanza.', code, opId: randomUUID() };
    server.use(answers('post', '/shopping/create', refusal, { status: 409 }));
    expect(await sendPurchase()).toEqual({ kind: 'offline', reason: 'not-ours' });
  });

  it.each([
    [500, 'INSUFFICIENT_BALANCE'],
    [429, 'TOO_MANY_REQUESTS'],
    [426, 'CLIENT_TOO_OLD'],
    [404, 'ROUTE_NOT_FOUND'],
    [409, 'UNAVAILABLE'],
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

  it('of a kind that only a journal carries is left for a version that knows how', async () => {
    const registration = await envelopeOf(await storeCustomer(db));
    expect(await sendOperation(registration, label)).toMatchObject({
      kind: 'again',
      reason: 'newer-version',
    });
  });
});
