import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { toOpId, type VoucherId } from '#src/protocol/brands.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { signInAll, type Asker } from '#tests/support/market/two-markets.ts';
import { type Answer } from '#tests/support/server/test-app.ts';

const day = 86_400_000;

/** Voucher rules without another test: each was removed by hand, and nothing failed. */
describe('a closed, promised or foreign voucher', () => {
  let clock = new Date('2026-03-28T14:00:00Z');
  let stall: SignedDevice;
  const place = marketForSuite({ now: () => clock });
  beforeAll(async () => {
    stall = await place.stallDevice();
    stall.now = () => clock;
    for (const code of [place.market.codes.own, place.market.codes.other]) {
      const path = `/market/settings?globalMarketId=${code}`;
      const { body } = await place.as('ADMIN', path);
      expect((await place.as('ADMIN', path, { ...body, refundsOn: true, refundCap: 50_000 })).status).toBe(
        200,
      );
    }
  });

  const at = async (instant: number): Promise<void> => {
    clock = new Date(instant);
    place.market.tokens = await signInAll(place.app);
  };
  const said = ({ status, body }: Answer) => [status, body['code']];
  const endsAt = (voucher: VoucherId, ms: number) =>
    place.rowsOf('update voucher set expires_at = $2 where id = $1', voucher, new Date(ms));
  const refund = async (voucher: VoucherId, monto: number, asker: Asker = 'GLOBAL_MARKET') =>
    place.as(asker, '/cash/refund', {
      vouchers: [{ id: await place.idOf(voucher), monto }],
      reason: 'ERROR',
    });

  it('pays no late sale after a refund, even with money that a void returned to it', async () => {
    const voucher = await place.issue(10_000);
    await stall.askForList();
    const bought = await place.buy(voucher, 4_000);
    expect((await refund(voucher.codeQrUuid, 6_000)).status).toBe(201);
    const body = { codeCompra: bought.body['codeCompra'], reason: 'Error' };
    expect((await place.manage('/shopping/void', body)).status).toBe(201);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(4_000);
    const late = stall.writeAcceptance(toOpId(randomUUID()), { ...voucher, price: 3_000 });
    await stall.sync([late]);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(4_000);
  });

  it('is neither refunded nor voided while a sale on it awaits a person', async () => {
    const voucher = await place.issue(9_000);
    const forged = stall.writeAcceptance(toOpId(randomUUID()), { ...voucher, proof: '', price: 100 });
    expect(await stall.outcomes([forged])).toEqual(['in-review BAD_PROOF']);
    expect(said(await refund(voucher.codeQrUuid, 9_000))).toEqual([409, 'VOUCHER_IN_REVIEW']);
    const undo = { id: await place.idOf(voucher.codeQrUuid), reason: 'WRONG_AMOUNT' };
    for (const asker of ['RECARGA', 'GLOBAL_MARKET'] as const)
      expect(said(await place.as(asker, '/code-qr/void', undo))).toEqual([409, 'TOP_UP_IN_REVIEW']);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(9_000);
  });

  it('does not go to its market at its expiry while a sale on it awaits a person', async () => {
    const { codeQrUuid, ...voucher } = await place.issue(9_000);
    const id = await place.idOf(codeQrUuid);
    const price = 100;
    const forged = stall.writeAcceptance(toOpId(randomUUID()), { ...voucher, codeQrUuid, proof: '', price });
    await stall.sync([forged]);
    const expire = async () => said(await place.manage('/code-qr/expire', { id }));
    expect(await expire(), 'it never ends').toEqual([409, 'VOUCHER_NOT_EXPIRED']);
    await endsAt(codeQrUuid, clock.getTime());
    expect(await expire()).toEqual([409, 'VOUCHER_IN_REVIEW']);
    const line = await place.lineOf(codeQrUuid);
    expect((await place.assign(line?._id, 'stall')).status).toBe(200);
    expect(await expire()).toEqual([201, undefined]);
    expect(await place.balanceOf(codeQrUuid)).toBe(0);
  });

  it("counts only against its own market's cap, within one year", async () => {
    await at(Date.parse('2028-03-28T14:00:00Z'));
    const full = async (asker: 'RECARGA' | 'other RECARGA') => {
      const market = asker === 'RECARGA' ? 'GLOBAL_MARKET' : 'other GLOBAL_MARKET';
      return said(await refund(await place.topUp(50_000, asker), 50_000, market));
    };
    expect(await full('other RECARGA')).toEqual([201, undefined]);
    expect(await full('RECARGA')).toEqual([201, undefined]);
    const first = clock.getTime();
    await at(first + 364 * day);
    expect(await full('RECARGA')).toEqual([409, 'REFUND_OVER_CAP']);
    await at(first + 366 * day);
    expect(await full('RECARGA')).toEqual([201, undefined]);
    await at(first + 366 * day + 1);
  });
});
