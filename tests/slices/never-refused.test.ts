import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { toAmount, toVoucherId } from '#src/protocol/brands.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';

/** Cash taken and goods handed over end recorded or in a person's list (design 8.2). */
describe('offline operations', () => {
  let kiosk: SignedDevice;
  let stall: SignedDevice;
  const place = marketForSuite();
  beforeAll(async () => {
    [kiosk, stall] = [await place.kiosk(), await place.stallDevice()];
  });

  const stateOf = async (result: SyncResult | undefined): Promise<string | undefined> =>
    result?.state === 'in-review' ? result.reason : result?.state;
  const registered = async (): Promise<string> => {
    const [clientId, opId] = [randomUUID(), randomUUID()];
    const entry = kiosk.writeCustomer(
      { ownerName: 'rosa', identificacion: `CC ${opId.slice(0, 8)}` },
      clientId,
    );
    expect((await kiosk.sync([entry])).results[0]?.state).toBe('accepted');
    return clientId;
  };

  describe('a top-up whose cash was taken', () => {
    it('awaits a person when its customer was deleted meanwhile, and is made with their approval', async () => {
      const clientId = await registered();
      const uuid = toVoucherId(randomUUID());
      const entry = kiosk.write('top-up', { monto: toAmount(20_000), uuid, clientId });
      const deleted = await place.remove('ADMIN', `/client/delete/${clientId}`);
      expect(deleted.status).toBe(200);
      expect(await stateOf((await kiosk.sync([entry])).results[0])).toBe('CUSTOMER_GONE');
      const line = await place.lineOf(uuid);
      expect(line).toMatchObject({ kind: 'cash-taken', state: 'review', price: 20_000 });
      const made = await place.assign(line?._id, 'guarantee');
      expect(made.status).toBe(200);
      expect((await kiosk.sync([entry])).results[0]?.state).toBe('accepted');
      expect(await place.balanceOf(uuid)).toBe(20_000);
    });

    it('awaits a person when it exceeds the present maximum', async () => {
      const uuid = toVoucherId(randomUUID());
      const entry = kiosk.write('top-up', {
        monto: toAmount(2_000_001),
        uuid,
        clientId: place.market.customer.id,
      });
      expect(await stateOf((await kiosk.sync([entry])).results[0])).toBe('BEYOND_LIMITS');
      expect(await place.lineOf(uuid)).toMatchObject({ kind: 'cash-taken', state: 'review' });
    });

    it('awaits a person when its cashier was never enrolled on that kiosk', async () => {
      const other = await place.kiosk();
      await place.opened.database.query({
        text: 'update device_operator set person_id = $2 where device_id = $1',
        values: [other.id, place.market.ids['ESTANTE']],
      });
      const uuid = toVoucherId(randomUUID());
      const payload = { monto: toAmount(5_000), uuid, clientId: place.market.customer.id };
      const entry = other.write('top-up', payload);
      expect(await stateOf((await other.sync([entry])).results[0])).toBe('NOT_OPERATOR');
    });
  });

  it('sets aside a sale that another person of the market made on this tablet', async () => {
    const voucher = await place.issue(5_000);
    await place.opened.database.query({
      text: 'update device_operator set person_id = $2 where device_id = $1',
      values: [stall.id, place.market.ids['RECARGA']],
    });
    const [, acceptance] = stall.writeAcceptedPurchase({ ...voucher, price: 1_000 });
    expect(await stateOf((await stall.sync([acceptance])).results[0])).toBe('NOT_OPERATOR');
    expect(await place.lineOf(voucher.codeQrUuid)).toMatchObject({ state: 'review', price: 1_000 });
    stall = await place.stallDevice();
  });

  describe('a sale whose top-up the server does not know', () => {
    it('is requested again until the kiosk has delivered the top-up, and then paid', async () => {
      const [uuid, clientId] = [toVoucherId(randomUUID()), place.market.customer.id];
      const payload = {
        userId: clientId,
        codeQrUuid: uuid,
        price: toAmount(3_000),
        estanteId: stall.operatorId,
      };
      const purchase = stall.write('purchase', { ...payload, by: 'stall' });
      const next = stall.write('purchase', {
        ...payload,
        codeQrUuid: (await place.issue(9_000)).codeQrUuid,
        by: 'stall',
      });
      const { results, device } = await stall.sync([purchase, next]);
      expect(results.map(({ state, refusal }) => refusal?.code ?? state)).toEqual([
        'UNKNOWN_VOUCHER',
        'accepted',
      ]);
      expect(results[0]?.state).toBe('again');
      expect(device.missing).toEqual([purchase.envelope.seq]);
      expect((await stall.sync([])).device.missing).toEqual([purchase.envelope.seq]);
      await kiosk.sync([kiosk.write('top-up', { monto: toAmount(8_000), uuid, clientId })]);
      const paid = await stall.sync([purchase]);
      expect(paid.results[0]).toMatchObject({ state: 'accepted', purchase: { nuevoSaldo: 5_000 } });
      expect(paid.device.missing).toEqual([]);
    });

    it('that was withdrawn is never paid', async () => {
      const [codeQrUuid, userId] = [toVoucherId(randomUUID()), place.market.customer.id];
      const sale = { userId, codeQrUuid, price: toAmount(3_000), estanteId: stall.operatorId };
      const purchase = stall.write('purchase', { ...sale, by: 'stall' });
      const withdrawal = stall.write('withdrawal', { ...sale, purchaseOpId: purchase.envelope.opId });
      expect((await stall.sync([purchase])).results[0]?.state).toBe('again');
      expect((await stall.sync([withdrawal])).results[0]?.state).toBe('accepted');
      await kiosk.sync([
        kiosk.write('top-up', { monto: toAmount(8_000), uuid: codeQrUuid, clientId: userId }),
      ]);
      const late = await stall.sync([purchase]);
      expect(late.results[0]?.refusal?.code).toBe('WITHDRAWN');
      expect(late.device.missing).toEqual([]);
      expect(await place.balanceOf(codeQrUuid)).toBe(8_000);
    });
  });

  it('of a deleted market may be decided by ADMIN', async () => {
    const voucher = await place.issue(5_000);
    const tablet = await place.stallDevice();
    await place.manage('/devices/revoke', { id: tablet.id });
    const [, acceptance] = tablet.writeAcceptedPurchase({ ...voucher, price: 1_000 });
    await tablet.sync([acceptance]);
    const line = await place.lineOf(voucher.codeQrUuid);
    const body = { id: line?._id, to: 'guarantee', note: 'mercado cerrado' };
    const decided = await place.manage('/sync/conflicts/assign', body, 'ADMIN');
    expect([decided.status, decided.body['state']]).toEqual([200, 'resolved']);
    expect((await place.manage('/sync/conflicts/assign', body, 'RECARGA')).status).toBe(403);
  });
});
