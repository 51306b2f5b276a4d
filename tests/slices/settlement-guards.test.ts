import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';

const day = 86_400_000;

/** Money stays in place while a manager and a device work on the same sale. */
describe('an offline sale', () => {
  let stall: SignedDevice;
  let now = Date.now();
  const place = marketForSuite({
    now: () => new Date(now),
    voucherDays: 1,
    environment: { ACCESS_TOKEN_MINUTES: '1440' },
  });
  beforeAll(async () => {
    stall = await place.stallDevice();
    stall.now = () => new Date(now);
  });

  const assign = async (id: string, asker?: Asker) => {
    const { status, body } = await place.manage(
      '/sync/conflicts/assign',
      { id, to: 'guarantee', note: 'visto' },
      asker,
    );
    return status === 200 ? 'assigned' : String(body['code']);
  };

  it("cannot be paid by another market's manager, and nothing of it moves", async () => {
    const voucher = await place.issue(60_000);
    const entry = stall.writeAcceptance(toOpId(randomUUID()), { ...voucher, price: 55_000 });
    expect(await stall.states([entry])).toEqual(['in-review']);
    const before = await place.sums();
    const { _id } = await place.lineOf(voucher.codeQrUuid);
    expect(await assign(_id, 'other GLOBAL_MARKET')).toBe('NOT_FOUND');
    expect(await place.sums()).toEqual(before);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(60_000);
    expect((await place.lineOf(voucher.codeQrUuid)).state).toBe('review');
    expect(await assign(_id)).toBe('assigned');
  });

  it("is not paid twice by a manager's decision on a line whose purchase was paid meanwhile", async () => {
    const voucher = await place.issue(60_000);
    const [purchase] = stall.writeAcceptedPurchase({ ...voucher, price: 55_000 });
    const entry = stall.writeAcceptance(purchase.envelope.opId, { ...voucher, price: 55_000 });
    expect(await stall.states([entry])).toEqual(['in-review']);
    const { _id } = await place.lineOf(voucher.codeQrUuid);
    expect(await stall.states([purchase])).toEqual(['accepted']);
    const paid = await place.sums();
    expect(await assign(_id)).toBe('WRONG_STATE');
    expect(await place.sums()).toEqual(paid);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(5_000);
    expect(await place.lineOf(voucher.codeQrUuid)).toMatchObject({ state: 'resolved', assignee: null });
  });

  it('is set aside when its device understates its open sales of the same contact', async () => {
    const limits = {
      perVoucher: 50_000,
      perDevice: 60_000,
      snapshotHours: 72,
      kioskVoucher: 0,
      kioskTotal: 0,
    };
    const version = Number(
      ((await place.manage('/sync/limits', limits)).body['limits'] as { version: number }).version,
    );
    const [one, two] = [await place.issue(40_000), await place.issue(40_000)];
    for (const voucher of [one, two]) await place.buy(voucher, 39_999);
    const sell = (voucher: typeof one, price: number) =>
      stall.writeAcceptance(
        toOpId(randomUUID()),
        { ...voucher, price },
        { limitsVersion: version, deviceOpen: toAmount(0) },
      );
    const { results } = await stall.sync([sell(one, 40_000), sell(two, 20_001)]);
    expect(results.map(({ state, reason }) => reason ?? state)).toEqual(['SPENT_ELSEWHERE', 'BEYOND_LIMITS']);
  });

  it('that waits for its top-up is settled at the moment of an online top-up of the voucher', async () => {
    const kiosk = await place.kiosk();
    const [codeQrUuid, userId] = [toVoucherId(randomUUID()), place.market.customer.id];
    const proof = kiosk.kioskProof(codeQrUuid, userId, 5_000);
    const sale = stall.writeAcceptance(toOpId(randomUUID()), { userId, codeQrUuid, proof, price: 2_000 });
    expect(await stall.states([sale])).toEqual(['waiting-top-up']);
    const topUp = { monto: 5_000, uuid: codeQrUuid, clientId: userId };
    expect((await place.manage('/code-qr/create-recharger', topUp, 'RECARGA')).status).toBe(201);
    expect(await place.balanceOf(codeQrUuid)).toBe(3_000);
    expect(await stall.states([sale])).toEqual(['accepted']);
  });

  it("on an expired code is set aside without a charge, except within the clocks' five minutes", async () => {
    const [late, inTime] = [await place.issue(9_000), await place.issue(9_000)];
    // It lives one whole day after this one, to the market's midnight.
    const midnight = 5 * 3_600_000;
    const ends = (Math.floor((now - midnight) / day) + 2) * day + midnight;
    now += 2 * day;
    const at = (voucher: typeof late, ms: number) => {
      const { now: before } = stall;
      stall.now = () => new Date(ends + ms);
      const entry = stall.writeAcceptance(toOpId(randomUUID()), { ...voucher, price: 100 });
      stall.now = before;
      return entry;
    };
    const { results } = await stall.sync([at(late, 6 * 60_000), at(inTime, 4 * 60_000)]);
    expect(results.map(({ state, reason }) => reason ?? state)[0]).toBe('BAD_PROOF');
    expect(results[1]?.reason).not.toBe('BAD_PROOF');
    expect(await place.balanceOf(late.codeQrUuid)).toBe(9_000);
  });
});
