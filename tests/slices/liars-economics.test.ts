import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toOpId } from '#src/protocol/brands.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { statuses, type IssuedVoucher } from '#tests/support/market/open-market.ts';
import { forEachTest } from '#tests/support/suite.ts';

const day = 86_400_000;

/**
 * The table of gains in docs/security.md, a test for each row: the money that dishonest people can
 * take out until a person acts, less their real cash. A measured gain is marked as open in its row.
 */
describe('gains of dishonest people until a person acts', () => {
  const place = marketForSuite();
  const stall = forEachTest(() => place.stallDevice());
  beforeEach(() => place.payOut());
  afterEach(async () => expect(await place.findings()).toEqual([]));

  const payable = async (): Promise<number> => {
    const { owed, withheld } = await place.dues();
    return owed - withheld;
  };
  const atStall = (path: string, body: object) => place.as('ESTANTE', path, body);
  const offline = (device: SignedDevice, voucher: IssuedVoucher, price: number) =>
    device.writeAcceptance(toOpId(randomUUID()), { ...voucher, price });
  const withheld = async (): Promise<number> => (await place.dues()).withheld;

  it('a stall with a device and a modified app, sales that never were: 0, and the 300,000 of a device that are withheld', async () => {
    const [before, withheldBefore] = [await payable(), await withheld()];
    for (let sales = 0; sales < 22; sales += 1) {
      const voucher = await place.issue(50_000);
      await stall.askForList();
      await place.buy(voucher, 50_000);
      await place.payOut();
      await stall.sync([offline(stall, voucher, 50_000)]);
    }
    expect([await payable(), (await withheld()) - withheldBefore]).toEqual([before, 300_000]);
  });

  it('a stolen tablet with its key, the same: 300,000 that are withheld, and 0 once it is revoked', async () => {
    const [before, withheldBefore] = [await payable(), await withheld()];
    const vouchers = [];
    for (let sales = 0; sales < 7; sales += 1) vouchers.push(await place.issue(50_000));
    await stall.askForList();
    for (const voucher of vouchers) await place.buy(voucher, 50_000);
    await place.payOut();
    await stall.sync(vouchers.map((voucher) => offline(stall, voucher, 50_000)));
    const last = await place.issue(50_000);
    await stall.askForList();
    expect((await place.manage('/devices/revoke', { id: stall.id })).status).toBe(200);
    expect(await stall.states([offline(stall, last, 50_000)])).toEqual(['in-review']);
    expect([await payable(), (await withheld()) - withheldBefore]).toEqual([before, 300_000]);
  });

  it('the same with an accomplice who brings the same 50,000 five times, sales withdrawn after they were paid: 0', async () => {
    let paid = 0;
    const withdrawals = [];
    const vouchers: IssuedVoucher[] = [];
    for (let round = 0; round < 5; round += 1) {
      const voucher = await place.issue(50_000);
      vouchers.push(voucher);
      const sale = stall.writeSale(voucher, 50_000);
      expect(await stall.states([sale])).toEqual(['accepted']);
      paid += await place.payOut();
      withdrawals.push(stall.writeWithdrawal(sale));
    }
    await stall.sync(withdrawals);
    const balances = await Promise.all(vouchers.map(({ codeQrUuid }) => place.balanceOf(codeQrUuid)));
    const out = paid + balances.reduce<number>((sum, balance) => sum + (balance ?? 0), 0);
    expect(out - 5 * 50_000).toBe(0);
  });

  it('a stall with its account alone: all of every voucher that it has read (open)', async () => {
    const voucher = await place.issue(80_000);
    const { userId, codeQrUuid } = voucher;
    const body = { userId, codeQrUuid, price: 80_000, estanteId: place.market.ids['ESTANTE'] };
    const before = await payable();
    expect((await atStall('/shopping/create', body)).status).toBe(201);
    expect((await payable()) - before).toBe(80_000);
  });

  it('a stall and a point, points of sales that are voided: 0', async () => {
    const reward = { name: 'Recarga de regalo', description: 'Un papel', pointsCost: 25, monto: 5_000 };
    const pointsId = String((await place.manage('/points/create', reward)).body['_id']);
    const atPoint = (path: string, body: object) => place.as('RECARGA', path, body);
    let rewards = 0;
    for (let round = 0; round < 3; round += 1) {
      const person = { ownerName: `Cliente ${round}`, identificacion: randomUUID() };
      const clientId = String((await atPoint('/client/create', person)).body['_id']);
      const uuid = randomUUID();
      const { _id: id } = (await atPoint('/code-qr/create-recharger', { monto: 25_000, uuid, clientId }))
        .body;
      const sale = { userId: clientId, codeQrUuid: uuid, price: 25_000, estanteId: stall.operatorId };
      const { codeCompra } = (await atStall('/shopping/create', sale)).body;
      const redeemed = await atPoint('/client/canjear', { clientId, pointsId });
      if (redeemed.status === 201) rewards += 5_000;
      expect((await atStall('/shopping/void', { codeCompra, reason: 'Error' })).status).toBe(201);
      expect((await atPoint('/code-qr/void', { id, reason: 'TWICE' })).status).toBe(201);
    }
    expect([rewards, await payable()]).toEqual([0, 0]);
  });

  it('a point with a device, voids backdated to the day of old top-ups: 0', async () => {
    const kiosk = await place.kiosk();
    const { topUp, codeQrUuid } = kiosk.writePaper(40_000, place.market.customer.id);
    expect(await kiosk.states([topUp])).toEqual(['accepted']);
    await place.rowsOf(
      `update top_up set recorded_at = recorded_at - interval '20 days' where voucher_id = $1`,
      codeQrUuid,
    );
    const then = { occurredAt: new Date(Date.now() - 20 * day).toISOString() };
    expect(await kiosk.outcomes([kiosk.writeTopUpVoid(topUp, then)])).toEqual(['in-review TIME_IMPLAUSIBLE']);
    expect(await kiosk.outcomes([kiosk.writeTopUpVoid(topUp)])).toEqual(['in-review TOO_LATE']);
    expect(await place.balanceOf(codeQrUuid)).toBe(40_000);
  });

  it('a customer with copies of 50,000 at four stalls without a link: 3 x 50,000', async () => {
    const voucher = await place.issue(50_000);
    const tablets = [stall, await place.stallDevice(), await place.stallDevice(), await place.stallDevice()];
    for (const tablet of tablets) await tablet.askForList();
    const sales = tablets.map((tablet) => [tablet, offline(tablet, voucher, 50_000)] as const);
    for (const [tablet, sale] of sales) await tablet.sync([sale]);
    const rows = await place.rowsOf<{ missing: number }>(
      'select coalesce(sum(missing), 0)::int as missing from conflict_line where voucher_id = $1',
      voucher.codeQrUuid,
    );
    expect(rows).toEqual([{ missing: 3 * 50_000 }]);
  });

  it('a market, rewards for one point: 1,000,000 a day, none of more than 2,000,000', async () => {
    const make = (monto: number) =>
      place.manage('/points/create', { name: 'Premio', description: 'De todo', pointsCost: 1, monto });
    expect((await make(1_000_000_000_000)).body['code']).toBe('AMOUNT_TOO_LARGE');
    await place.buy(await place.issue(50_000), 50_000);
    await place.passNight();
    const { body } = await make(300_000);
    const dearer = { ...body, id: body['_id'], active: true, monto: 2_000_001 };
    expect((await place.manage('/points/edit', dearer)).body['code']).toBe('AMOUNT_TOO_LARGE');
    const redemption = { clientId: place.market.customer.id, pointsId: body['_id'] };
    const redeem = () => place.as('RECARGA', '/client/canjear', redemption);
    expect(statuses(await Promise.all([1, 2, 3, 4, 5].map(redeem)))).toEqual([201, 201, 201, 409, 409]);
    expect((await redeem()).body).toMatchObject({
      code: 'REWARDS_OF_DAY',
      message: 'El mercado llegó al tope de premios en dinero de hoy. Quedan $100,000.',
    });
  });
});
