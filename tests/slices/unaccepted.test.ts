import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import type { IssuedVoucher } from '#tests/support/market/open-market.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import { ask } from '#tests/support/server/test-app.ts';

const place = marketForSuite();

const bodyOf = ({ userId, codeQrUuid }: IssuedVoucher, price: number) => ({
  userId,
  codeQrUuid,
  price,
  estanteId: place.market.ids['ESTANTE'],
});
const sell = (voucher: IssuedVoucher, price: number) =>
  place.as('ESTANTE', '/shopping/create', bodyOf(voucher, price));
const voidSale = (codeCompra: unknown) =>
  place.as('ESTANTE', '/shopping/void', { codeCompra, reason: 'Monto equivocado' });
const arrive = (voucher: IssuedVoucher, price: number, waitedMs: number, key: string = randomUUID()) =>
  place.as('nobody', '/shopping/create', { ...bodyOf(voucher, price), waitedMs }, key);

describe("a holder's purchase that waited on the phone", () => {
  it("is refused because of its stall's later sale, the same each time it arrives", async () => {
    const voucher = await place.issue(40_000);
    const sale = await sell(voucher, 7_000);
    const key = randomUUID();
    const refused = await arrive(voucher, 7_000, 20_000, key);
    expect([refused.status, refused.body['code']]).toEqual([409, 'ALREADY_CHARGED']);
    const bogota = new Date(Date.parse(String(sale.body['createAt'])) - 5 * 3_600_000);
    const hour = `${bogota.getUTCHours()}:${String(bogota.getUTCMinutes()).padStart(2, '0')}`;
    expect(refused.body['message']).toBe(
      `${String(sale.body['estanteName'])} ya le cobró $7,000 a las ${hour} (${String(sale.body['codeCompra'])}). No se cobró otra vez.`,
    );
    expect((await arrive(voucher, 7_000, 90_000, key)).body).toEqual(refused.body);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(33_000);
  });

  it("is charged when the stall's sale was voided", async () => {
    const voucher = await place.issue(40_000);
    const { body } = await sell(voucher, 7_000);
    expect((await voidSale(body['codeCompra'])).status).toBe(201);
    expect((await arrive(voucher, 7_000, 20_000)).status).toBe(201);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(33_000);
  });

  it('is charged when the holder made the other purchase too', async () => {
    const voucher = await place.issue(40_000);
    await place.buy(voucher, 7_000);
    expect((await arrive(voucher, 7_000, 20_000)).status).toBe(201);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(26_000);
  });

  it("leaves the ledger consistent when it arrives at the same moment as its stall's sale", async () => {
    const vouchers = await Promise.all(Array.from({ length: 20 }, () => place.issue(40_000)));
    await Promise.all(
      vouchers.map((voucher) => Promise.all([sell(voucher, 7_000), arrive(voucher, 7_000, 20_000)])),
    );
    const left = await Promise.all(vouchers.map(({ codeQrUuid }) => place.balanceOf(codeQrUuid)));
    // Before the stall's sale nothing speaks against it; after it, it is refused.
    expect(left.every((balance) => balance === 33_000 || balance === 26_000)).toBe(true);
    expect(await place.findings()).toEqual([]);
  });
});

/**
 * A customer's link opened in the browser of an enrolled device: its purchases go by that device's journal.
 */
describe("a holder's purchase that waited in an enrolled device's journal", () => {
  const write = (device: SignedDevice, voucher: IssuedVoucher, waitedMs: number, clockOffset: number) => {
    const payload = { ...bodyOf(voucher, 7_000), price: toAmount(7_000), by: 'holder' as const };
    const occurredAt = new Date(Date.now() - waitedMs - clockOffset).toISOString();
    return device.write('purchase', payload, { operatorId: '', occurredAt, clockOffset });
  };

  it.each([
    [1, 0],
    [2, -3_600_000],
  ])("is refused because of its stall's later sale, %i at once and %i ms ahead", async (count, offset) => {
    const device = await place.stallDevice();
    const vouchers = await Promise.all(Array.from({ length: count }, () => place.issue(40_000)));
    const sales = await Promise.all(vouchers.map((voucher) => sell(voucher, 7_000)));
    const entries = vouchers.map((voucher) => write(device, voucher, 20_000, offset));
    for (let n = 0; n < 2; n += 1) {
      const results = (await device.sync(entries)).results;
      for (const [place, { state, refusal }] of results.entries()) {
        expect([state, refusal?.code]).toEqual(['refused', 'ALREADY_CHARGED']);
        expect(refusal?.message).toContain(String(sales[place]?.body['codeCompra']));
      }
    }
    for (const { codeQrUuid } of vouchers) expect(await place.balanceOf(codeQrUuid)).toBe(33_000);
    expect(await place.findings()).toEqual([]);
  });
});

describe('a stall that scans the voucher of a customer who has just paid by phone', () => {
  const lookUp = async ({ codeQrUuid }: IssuedVoucher, asker: Asker = 'ESTANTE') =>
    (await place.as(asker, `/code-qr/search/${codeQrUuid}`)).body['justPaid'];

  it('is shown that before it charges again, and no other stall is', async () => {
    const voucher = await place.issue(40_000);
    expect(await lookUp(voucher)).toBeUndefined();
    const { codeCompra, createAt } = (await place.buy(voucher, 7_000)).body;
    expect(await lookUp(voucher)).toEqual({ price: 7_000, createAt, codeCompra });
    for (const asker of ['nobody', 'other ESTANTE', 'RECARGA'] as const)
      expect(await lookUp(voucher, asker)).toBeUndefined();
  });

  it('is not shown its own sale, a voided one, or one of 10 minutes ago', async () => {
    const voucher = await place.issue(40_000);
    await sell(voucher, 7_000);
    expect(await lookUp(voucher)).toBeUndefined();
    const { codeCompra } = (await place.buy(voucher, 7_000)).body;
    await voidSale(codeCompra);
    expect(await lookUp(voucher)).toBeUndefined();
    await place.buy(voucher, 8_000);
    await place.rowsOf(
      `update purchase set recorded_at = recorded_at - interval '10 minutes' where voucher_id = $1`,
      voucher.codeQrUuid,
    );
    expect(await lookUp(voucher)).toBeUndefined();
  });
});

describe('a withdrawn unaccepted purchase', () => {
  const withdraw = (voucher: IssuedVoucher, price: number, purchaseOpId: string, by: Asker = 'ESTANTE') =>
    place.as(by, '/shopping/withdraw', { ...bodyOf(voucher, price), purchaseOpId });
  const fresh = async (isPaid: boolean) => {
    const [voucher, opId] = [await place.issue(40_000), randomUUID()];
    if (isPaid) expect((await place.buy(voucher, 7_000, opId)).status).toBe(201);
    return { voucher, opId };
  };

  it.each(['nobody', 'ESTANTE'] as const)('by %s is never made, whenever a copy of it comes', async (by) => {
    const { voucher, opId } = await fresh(false);
    for (let n = 0; n < 2; n += 1)
      expect((await withdraw(voucher, 7_000, opId, by)).body).toEqual({ state: 'withdrawn' });
    expect((await place.buy(voucher, 7_000, opId)).body).toMatchObject({ code: 'WITHDRAWN' });
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(40_000);
  });

  it('by its holder stays when it was made, because goods may have been handed over', async () => {
    const { voucher, opId } = await fresh(true);
    const { body } = await withdraw(voucher, 7_000, opId, 'nobody');
    expect(body).toMatchObject({ state: 'stands', purchase: { price: 7_000, nuevoSaldo: 33_000 } });
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(33_000);
  });

  it('by its stall is voided once when it was made', async () => {
    const { voucher, opId } = await fresh(true);
    for (let n = 0; n < 2; n += 1)
      expect((await withdraw(voucher, 7_000, opId)).body).toEqual({ state: 'withdrawn' });
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(40_000);
    expect(await place.findings()).toEqual([]);
  });

  it("cannot be withdrawn by another stall, nor under another purchase's id", async () => {
    const { voucher, opId } = await fresh(true);
    expect((await withdraw(voucher, 7_000, opId, 'other ESTANTE')).status).toBe(403);
    expect((await withdraw(voucher, 6_000, opId)).body['code']).toBe('KEY_REUSED');
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(33_000);
  });
});

describe('an unaccepted top-up whose cash was returned', () => {
  const topUp = () => ({ monto: 31_000, uuid: randomUUID(), clientId: place.market.customer.id });
  const create = (body: object, key: string) => place.as('RECARGA', '/code-qr/create-recharger', body, key);
  const withdraw = (body: object, topUpOpId: string, token = place.market.tokens['RECARGA']) =>
    ask(place.app, 'POST', '/code-qr/withdraw-recharger', { body: { ...body, topUpOpId }, token });

  it('is never made, whenever a copy of it comes', async () => {
    const [body, opId] = [topUp(), randomUUID()];
    expect((await withdraw(body, opId)).body).toEqual({ state: 'withdrawn' });
    expect((await create(body, opId)).body).toMatchObject({ code: 'WITHDRAWN' });
    expect(await place.balanceOf(body.uuid as never)).toBeUndefined();
  });

  it('is voided when it was made, and stays once its voucher was used', async () => {
    const [body, opId] = [topUp(), randomUUID()];
    expect((await create(body, opId)).status).toBe(201);
    for (let n = 0; n < 2; n += 1) expect((await withdraw(body, opId)).body).toEqual({ state: 'withdrawn' });
    expect(await place.balanceOf(body.uuid as never)).toBe(0);
    const [used, usedId] = [topUp(), randomUUID()];
    await create(used, usedId);
    await place.buy({ userId: used.clientId, codeQrUuid: used.uuid as never }, 1_000);
    expect((await withdraw(used, usedId)).body).toMatchObject({ state: 'stands', topUp: { monto: 31_000 } });
    expect(await place.findings()).toEqual([]);
  });

  it('is neither withdrawn nor voided by another point of its market, nor by its person on the same kiosk', async () => {
    const [body, opId] = [topUp(), randomUUID()];
    const topUpId = String((await create(body, opId)).body['_id']);
    const token = await place.neighbour();
    expect((await withdraw(body, opId, token)).body['code']).toBe('UNKNOWN_TOP_UP');
    const voided = { id: topUpId, reason: 'TWICE' };
    const answer = await ask(place.app, 'POST', '/code-qr/void', { body: voided, token });
    expect(answer.body['code']).toBe('UNKNOWN_TOP_UP');
    const kiosk = await place.kiosk();
    const person = String(decodeJwt(token).sub);
    await kiosk.enrol(person, token, {}, place.market.tokens['GLOBAL_MARKET']);
    const named = {
      ...body,
      topUpOpId: toOpId(opId),
      monto: toAmount(body.monto),
      uuid: toVoucherId(body.uuid),
    };
    const entry = kiosk.write('top-up-void', { ...named, reason: 'TWICE' }, { operatorId: person });
    expect(await kiosk.outcomes([entry])).toEqual(['in-review NOT_OPERATOR']);
    expect(await place.balanceOf(body.uuid as never)).toBe(31_000);
  });
});
