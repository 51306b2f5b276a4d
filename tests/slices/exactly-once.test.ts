import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toOpId } from '#src/protocol/brands.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';

describe('the money calls over HTTP', () => {
  const place = marketForSuite();

  it('answers a top-up with its voucher and link', async () => {
    const [key, uuid] = [randomUUID(), randomUUID()];
    const asked = { monto: 50_000, uuid, clientId: place.market.customer.id };
    const first = await place.as('RECARGA', '/code-qr/create-recharger', asked, key);
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
  });

  it('answers a purchase with the names that it knows, whatever the call says', async () => {
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
    const history = await place.as('nobody', `/client/history?codeQrUuid=${codeQrUuid}`);
    expect((history.body['items'] as { price: number }[]).map(({ price }) => price)).toEqual([1_000]);
  });
});
