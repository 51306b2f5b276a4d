import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
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
      const { topUp: entry, codeQrUuid: uuid } = kiosk.writePaper(20_000, clientId);
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
      const { topUp: entry, codeQrUuid: uuid } = kiosk.writePaper(2_000_001, place.market.customer.id);
      expect(await stateOf((await kiosk.sync([entry])).results[0])).toBe('BEYOND_LIMITS');
      expect(await place.lineOf(uuid)).toMatchObject({ kind: 'cash-taken', state: 'review' });
    });

    it('awaits a person when its cashier was never enrolled on that kiosk', async () => {
      const other = await place.kiosk();
      await place.opened.database.query({
        text: 'update device_operator set person_id = $2 where device_id = $1',
        values: [other.id, place.market.ids['ESTANTE']],
      });
      const { topUp: entry } = other.writePaper(5_000, place.market.customer.id);
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
