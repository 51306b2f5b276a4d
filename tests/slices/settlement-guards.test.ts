import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { toOpId } from '#src/protocol/brands.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';

const day = 86_400_000;

/** Money stays in place while a manager and a device work on the same sale. */
describe('an offline sale', () => {
  let stall: SignedDevice;
  let now = Date.now();
  const place = marketForSuite({ now: () => new Date(now), voucherDays: 1 });
  beforeAll(async () => {
    stall = await place.stallDevice();
    stall.now = () => new Date(now);
  });

  const assign = async (id: string) => {
    const { status, body } = await place.assign(id, 'guarantee');
    return status === 200 ? 'assigned' : String(body['code']);
  };

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
