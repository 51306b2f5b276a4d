import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
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

  const registered = async (): Promise<string> => {
    const [clientId, opId] = [randomUUID(), randomUUID()];
    const entry = kiosk.writeCustomer(
      { ownerName: 'rosa', identificacion: `CC ${opId.slice(0, 8)}` },
      clientId,
    );
    expect(await kiosk.states([entry])).toEqual(['accepted']);
    return clientId;
  };

  describe('a top-up whose cash was taken', () => {
    it('awaits a person when its customer was deleted meanwhile, and is made with their approval', async () => {
      const clientId = await registered();
      const { topUp: entry, codeQrUuid: uuid } = kiosk.writePaper(20_000, clientId);
      const deleted = await place.remove('ADMIN', `/client/delete/${clientId}`);
      expect(deleted.status).toBe(200);
      expect(await kiosk.outcomes([entry])).toEqual(['in-review CUSTOMER_GONE']);
      const line = await place.lineOf(uuid);
      expect(line).toMatchObject({ kind: 'cash-taken', state: 'review', price: 20_000 });
      const made = await place.assign(line?._id, 'guarantee');
      expect(made.status).toBe(200);
      expect(await kiosk.states([entry])).toEqual(['accepted']);
      expect(await place.balanceOf(uuid)).toBe(20_000);
    });

    it('awaits a person when its cashier was never enrolled on that kiosk', async () => {
      const other = await place.kiosk();
      await place.rowsOf(
        'update device_operator set person_id = $2 where device_id = $1',
        other.id,
        place.market.ids['ESTANTE'],
      );
      const { topUp: entry } = other.writePaper(5_000, place.market.customer.id);
      expect(await other.outcomes([entry])).toEqual(['in-review NOT_OPERATOR']);
    });
  });

  it('sets aside a sale that another person of the market made on this tablet', async () => {
    const voucher = await place.issue(5_000);
    await place.rowsOf(
      'update device_operator set person_id = $2 where device_id = $1',
      stall.id,
      place.market.ids['RECARGA'],
    );
    const [, acceptance] = stall.writeAcceptedPurchase({ ...voucher, price: 1_000 });
    expect(await stall.outcomes([acceptance])).toEqual(['in-review NOT_OPERATOR']);
    expect(await place.lineOf(voucher.codeQrUuid)).toMatchObject({ state: 'review', price: 1_000 });
    stall = await place.stallDevice();
  });

  describe('a sale whose top-up the server does not know', () => {
    it('is requested again until the kiosk has delivered the top-up, and then paid', async () => {
      const paper = kiosk.writePaper(8_000, place.market.customer.id);
      const purchase = stall.writeSale(paper, 3_000);
      const next = stall.writeSale(await place.issue(9_000), 3_000);
      const { results, device } = await stall.sync([purchase, next]);
      expect(results.map(({ state, refusal }) => refusal?.code ?? state)).toEqual([
        'UNKNOWN_VOUCHER',
        'accepted',
      ]);
      expect(results[0]?.state).toBe('again');
      expect(device.missing).toEqual([purchase.envelope.seq]);
      expect((await stall.sync([])).device.missing).toEqual([purchase.envelope.seq]);
      await kiosk.sync([paper.topUp]);
      const paid = await stall.sync([purchase]);
      expect(paid.results[0]).toMatchObject({ state: 'accepted', purchase: { nuevoSaldo: 5_000 } });
      expect(paid.device.missing).toEqual([]);
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
    const decided = await place.as('ADMIN', '/sync/conflicts/assign', body);
    expect([decided.status, decided.body['state']]).toEqual([200, 'resolved']);
    expect((await place.as('RECARGA', '/sync/conflicts/assign', body)).status).toBe(403);
  });
});
