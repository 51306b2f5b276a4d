import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toOpId } from '#src/protocol/brands.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';

describe('the money calls over HTTP', () => {
  const place = marketForSuite();

  const topUp = (body: Record<string, unknown>, key?: string) =>
    place.as('RECARGA', '/code-qr/create-recharger', { clientId: place.market.customer.id, ...body }, key);

  it('tops up once per key, whatever is lost on the way', async () => {
    const [key, uuid] = [randomUUID(), randomUUID()];
    const first = await topUp({ monto: 50_000, uuid }, key);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      monto: 50_000,
      uuid,
      opId: key,
      ownerName: 'luz marina',
      identification: '24684521',
      status: true,
      message: 'Código creado correctamente',
    });
    expect(first.body['urlCodeQr']).toContain(
      `http://localhost:3000/code-qr?userId=${place.market.customer.id}&codeQrId=${uuid}#v2.`,
    );
    const again = await topUp({ monto: 50_000, uuid }, key);
    expect(again.body).toEqual(first.body);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([
      undefined,
      'true',
    ]);
  });

  it('refuses the same key with another body, and the same voucher under another key', async () => {
    const [key, uuid] = [randomUUID(), randomUUID()];
    await topUp({ monto: 1_000, uuid }, key);
    const other = await topUp({ monto: 2_000, uuid }, key);
    expect([other.status, other.body['code']]).toEqual([422, 'KEY_REUSED']);
    const taken = await topUp({ monto: 1_000, uuid }, randomUUID());
    expect([taken.status, taken.body['code']]).toEqual([409, 'VOUCHER_EXISTS']);
  });

  it('buys once per key and repeats the first receipt', async () => {
    const codeQrUuid = await place.topUp(50_000);
    const key = toOpId(randomUUID());
    const { customer, ids } = place.market;
    const body = { userId: customer.id, estanteId: ids['ESTANTE'], codeQrUuid, price: 12_500 };
    const named = { ...body, userName: 'mentira', estanteName: 'mentira' };
    const first = await place.as('nobody', '/shopping/create', named, key);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      nuevoSaldo: 37_500,
      price: 12_500,
      points: 12,
      opId: key,
      userName: 'luz marina',
      estanteName: 'Rosalba',
    });
    expect(first.body['codeCompra']).toMatch(/^C-[0-9A-Z]{8}$/);
    await place.buy(codeQrUuid, 500);
    const again = await place.buy(codeQrUuid, 12_500, key);
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    const other = await place.buy(codeQrUuid, 12_501, key);
    expect([other.status, other.body['code']]).toEqual([422, 'KEY_REUSED']);
  });

  it('treats each call without a key as a new operation', async () => {
    const codeQrUuid = await place.topUp(1_000);
    await place.buy(codeQrUuid, 300);
    expect((await place.buy(codeQrUuid, 300)).body['nuevoSaldo']).toBe(400);
  });

  it('reports the remaining balance, and repeats it to a replay after the balance has changed', async () => {
    const codeQrUuid = await place.topUp(1_000);
    const key = toOpId(randomUUID());
    const refused = await place.buy(codeQrUuid, 1_001, key);
    expect([refused.status, refused.body['code'], refused.body['message']]).toEqual([
      409,
      'INSUFFICIENT_BALANCE',
      'El saldo no alcanza. Quedan $1,000.',
    ]);
    await place.buy(codeQrUuid, 400);
    const again = await place.buy(codeQrUuid, 1_001, key);
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([refused.body, 'true']);
  });

  it('gives 50 simultaneous copies one effect and one answer', async () => {
    const codeQrUuid = await place.topUp(1_000);
    const key = toOpId(randomUUID());
    const copies = await Promise.all(Array.from({ length: 50 }, () => place.buy(codeQrUuid, 600, key)));
    expect(new Set(copies.map((copy) => JSON.stringify(copy.body))).size).toBe(1);
    expect(copies.filter((copy) => copy.headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect((await place.buy(codeQrUuid, 400)).body['nuevoSaldo']).toBe(0);
  });

  it('shows the voucher to its holder: No activo at 0, and without a phone number', async () => {
    const codeQrUuid = await place.topUp(1_000);
    const before = await place.as('nobody', `/code-qr/search/${codeQrUuid}`);
    expect(before.body).toMatchObject({ monto: 1_000, status: true, state: 'ACTIVE' });
    expect(Object.keys(before.body['clientId'] as object).sort()).toEqual([
      '_id',
      'createAt',
      'identificacion',
      'ownerName',
    ]);
    await place.buy(codeQrUuid, 1_000);
    const after = await place.as('nobody', `/code-qr/search/${codeQrUuid}`);
    expect(after.body).toMatchObject({ monto: 0, status: false, state: 'SPENT' });
    const shortCode = String(after.body['shortCode']);
    expect((await place.as('nobody', `/code-qr/search/${shortCode}`)).status).toBe(404);
    const byStall = await place.as('ESTANTE', `/code-qr/search/${shortCode}`);
    expect(byStall.body['uuid']).toBe(codeQrUuid);
    const history = await place.as('nobody', `/client/history?codeQrUuid=${codeQrUuid}`);
    expect((history.body['items'] as { price: number }[]).map(({ price }) => price)).toEqual([1_000]);
  });
});
