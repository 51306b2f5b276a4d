import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Conflict } from '#src/contract/conflicts/schemas.ts';
import { toOpId } from '#src/protocol/brands.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { forSuite } from '#tests/support/suite.ts';

describe('a sale whose goods were not handed over', () => {
  const place = marketForSuite();
  const stall = forSuite(() => place.stallDevice());
  const kiosk = forSuite(() => place.kiosk());
  const assign = async ({ _id }: Conflict, to: string) => {
    const { status, body } = await place.assign(_id, to);
    return [status, body['code']];
  };

  it('is never made when both arrive together', async () => {
    const voucher = await place.issue(10_000);
    const purchase = stall.writeSale(voucher, 4_000);
    const { opId } = purchase.envelope;
    const { results } = await stall.sync([purchase, stall.writeWithdrawal(purchase)]);
    expect(results[0]).toMatchObject({ state: 'refused', refusal: { code: 'WITHDRAWN' } });
    expect(results[1]?.state).toBe('accepted');
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(10_000);
    expect((await place.buy(voucher, 4_000, opId)).body['code']).toBe('WITHDRAWN');
  });

  it('is voided whole, once, when it had been paid and the answer was lost', async () => {
    const voucher = await place.issue(10_000);
    const purchase = stall.writeSale(voucher, 4_000);
    expect(await stall.states([purchase])).toEqual(['accepted']);
    const withdrawal = stall.writeWithdrawal(purchase);
    const twin = stall.writeWithdrawal(purchase);
    expect(await stall.states([withdrawal, twin, withdrawal])).toEqual(['accepted', 'accepted', 'accepted']);
    await Promise.all(Array.from({ length: 10 }, () => stall.sync([withdrawal])));
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(10_000);
    expect(await place.audited('purchase-voided')).toMatchObject([{ before: { price: 4_000 } }]);
  });

  it('races with the purchase, and is unpaid in the end', async () => {
    for (let round = 0; round < 10; round += 1) {
      const voucher = await place.issue(5_000);
      const purchase = stall.writeSale(voucher, 5_000);
      const withdrawal = stall.writeWithdrawal(purchase);
      await Promise.all([
        place.buy(voucher, 5_000, purchase.envelope.opId),
        stall.sync([withdrawal]),
        stall.sync([purchase]),
      ]);
      await stall.sync([purchase, withdrawal]);
      expect(await place.balanceOf(voucher.codeQrUuid)).toBe(5_000);
    }
  });

  it('voids nothing that was accepted, of another device, or with another amount', async () => {
    const voucher = await place.issue(20_000);
    const [purchase, acceptance] = stall.writeAcceptedPurchase({ ...voucher, price: 3_000 });
    await stall.sync([purchase, acceptance]);
    const other = stall.writeSale(voucher, 2_000);
    await stall.sync([other]);
    const twin = await place.stallDevice();
    const { opId } = other.envelope;
    const cheaper = { ...other, envelope: { ...stall.writeSale(voucher, 1_000).envelope, opId } };
    const wrong = [stall.writeWithdrawal(purchase), stall.writeWithdrawal(cheaper)];
    expect(await stall.states(wrong)).toEqual(['refused', 'refused']);
    expect(await twin.states([twin.writeWithdrawal(other)])).toEqual(['refused']);
    // Brought for the other one, in one call with its own withdrawal. A call is settled in the order of the devices' ids.
    const [author, carrier] = stall.id < twin.id ? [stall, twin] : [twin, stall];
    const brought = author.writeSale(voucher, 1_000);
    const taken = [brought, carrier.writeWithdrawal(brought)];
    expect(await carrier.states(taken)).toEqual(['accepted', 'refused']);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(14_000);
  });

  it('cannot be accepted afterwards', async () => {
    const voucher = await place.issue(10_000);
    const purchase = stall.writeSale(voucher, 1_500);
    await stall.sync([purchase, stall.writeWithdrawal(purchase)]);
    const acceptance = stall.writeAcceptance(purchase.envelope.opId, { ...voucher, price: 1_500 });
    expect(await stall.states([acceptance])).toEqual(['refused']);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(10_000);
  });

  it('is not forbidden by a kiosk, whose cashier sells nothing', async () => {
    const voucher = await place.issue(10_000);
    const purchase = stall.writeSale(voucher, 4_000);
    const { opId: purchaseOpId, payload } = purchase.envelope;
    const { by: _by, ...sold } = payload;
    const withdrawal = kiosk.write('withdrawal', { ...sold, estanteId: kiosk.operatorId, purchaseOpId });
    expect(await kiosk.states([withdrawal])).toEqual(['again']);
    expect(await stall.states([purchase])).toEqual(['accepted']);
  });

  it('is not paid from its line when its top-up arrives, nor assigned to any bearer but the stall', async () => {
    const paper = kiosk.writePaper(10_000, place.market.customer.id);
    const { codeQrUuid, userId } = paper;
    const purchaseOpId = toOpId(randomUUID());
    const sale = stall.writeAcceptance(purchaseOpId, { ...paper, price: 4_000 });
    expect(await stall.states([sale])).toEqual(['waiting-top-up']);
    const body = { userId, codeQrUuid, price: 4_000, estanteId: stall.operatorId, purchaseOpId };
    const withdrawn = await place.as('ESTANTE', '/shopping/withdraw', body);
    expect(withdrawn.body).toEqual({ state: 'withdrawn' });
    const topUp = { monto: 10_000, uuid: codeQrUuid, clientId: userId };
    const made = await place.as('RECARGA', '/code-qr/create-recharger', topUp);
    expect(made.status).toBe(201);
    expect(await place.balanceOf(codeQrUuid)).toBe(10_000);
    const line = await place.lineOf(codeQrUuid);
    expect(line).toMatchObject({ state: 'review', reason: 'JOURNAL_FORK' });
    expect(await assign(line, 'guarantee')).toEqual([409, 'WITHDRAWN']);
    expect(await place.balanceOf(codeQrUuid)).toBe(10_000);
    expect(await assign(line, 'stall')).toEqual([200, undefined]);
    expect(await place.findings()).toEqual([]);
  });

  it('may be a top-up too, whose line closes whatever the manager chooses', async () => {
    const { topUp: entry, codeQrUuid: uuid, userId: clientId } = kiosk.writePaper(70_000, randomUUID());
    expect(await kiosk.states([entry])).toEqual(['in-review']);
    const withdrawn = await place.as('RECARGA', '/code-qr/withdraw-recharger', {
      monto: 70_000,
      uuid,
      clientId,
      topUpOpId: entry.envelope.opId,
    });
    expect(withdrawn.body).toEqual({ state: 'withdrawn' });
    expect(await assign(await place.lineOf(uuid), 'stall')).toEqual([409, 'WRONG_STATE']);
    expect(await place.lineOf(uuid)).toMatchObject({ state: 'resolved', assignee: null });
    expect(await place.balanceOf(uuid)).toBeUndefined();
  });
});
