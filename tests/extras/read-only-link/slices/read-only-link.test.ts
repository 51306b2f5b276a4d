import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { openAreas, type Areas } from '#tests/support/market/open-areas.ts';

describe('a read-only link', () => {
  let areas: Areas;
  beforeAll(async () => {
    areas = await openAreas({ environment: { VOUCHER_DAYS: '365' } });
  });
  afterAll(() => areas.close());

  const make = async (codeQrUuid: string): Promise<string> => {
    const { status, body } = await areas.as('nobody', 'POST', '/code-qr/view', { codeQrUuid });
    expect(status).toBe(201);
    return String(body['key']);
  };
  const look = (key: string) => areas.as('nobody', 'GET', `/code-qr/view/${key}`);

  it('shows the balance and the purchases, and nothing that opens the voucher', async () => {
    const paper = await areas.topUp(30_000);
    await areas.buy(paper, 12_000);
    const key = await make(paper);
    const { status, body } = await look(key);
    expect(status).toBe(200);
    expect(body).toMatchObject({ monto: 18_000, face: 30_000, state: 'ACTIVE' });
    expect(body['purchases']).toMatchObject([{ price: 12_000, givenBack: 0 }]);
    expect(body['expiresAt']).toBeDefined();
    const said = JSON.stringify(body);
    for (const secret of [
      paper,
      shortCodeOf(paper),
      areas.market.customer.identificacion,
      areas.market.customer.id,
    ])
      expect(said).not.toContain(secret);
  });

  it('cannot pay: neither the voucher page nor a purchase accepts its key', async () => {
    const paper = await areas.topUp(9_000);
    const key = await make(paper);
    expect((await areas.as('nobody', 'GET', `/code-qr/search/${key}`)).status).toBe(404);
    const sale = await areas.as('nobody', 'POST', '/shopping/create', {
      userId: areas.market.customer.id,
      estanteId: areas.market.ids['ESTANTE'],
      codeQrUuid: key,
      price: 1_000,
    });
    expect(sale.status).toBe(400);
    expect(await areas.balanceOf(paper)).toBe(9_000);
  });

  it('ends when another is created, and when its holder ends it', async () => {
    const paper = await areas.topUp(5_000);
    const first = await make(paper);
    const second = await make(paper);
    expect((await look(first)).status).toBe(404);
    expect((await look(second)).status).toBe(200);
    const end = () => areas.as('nobody', 'POST', '/code-qr/view/end', { codeQrUuid: paper });
    expect((await end()).body).toEqual({ ended: true });
    expect((await end()).body).toEqual({ ended: false });
    expect((await look(second)).status).toBe(404);
  });

  it('is not created for an unknown voucher', async () => {
    const codeQrUuid = crypto.randomUUID();
    expect((await areas.as('nobody', 'POST', '/code-qr/view', { codeQrUuid })).status).toBe(404);
  });
});
