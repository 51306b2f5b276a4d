import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { RefundablePage, RefundReason, refundActSchema } from '#src/contract/vouchers/refund.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { statuses } from '#tests/support/market/open-market.ts';
import { type Answer } from '#tests/support/server/test-app.ts';

describe('a refund of vouchers', () => {
  const place = marketForSuite();
  const code = ({ body }: Answer) => body['code'];

  const lineOf = async (uuid: string, monto: number) => ({ id: await place.idOf(uuid), monto });
  const refund = async (
    vouchers: readonly { id: string; monto: number }[],
    reason: RefundReason = 'ERROR',
  ): Promise<Answer> => place.manage('/cash/refund', { vouchers, reason });
  const open = async (): Promise<RefundablePage['items']> =>
    ((await place.manage('/cash/refundable?limit=100')).body as unknown as RefundablePage).items;

  it('is off until the market switches it on', async () => {
    const uuid = await place.topUp(20_000);
    expect(code(await refund([await lineOf(uuid, 20_000)]))).toBe('REFUNDS_OFF');
    await place.set({ refundsOn: true, refundCap: 200_000 });
    expect((await refund([await lineOf(uuid, 20_000)])).status).toBe(201);
  });

  it('is one act with a number and a receipt for each; its vouchers are closed permanently', async () => {
    const [first, second] = [await place.topUp(30_000), await place.topUp(9_000)];
    await place.bought(first, 7_500);
    const lines = [await lineOf(first, 22_500), await lineOf(second, 9_000)];
    const act = (await refund(lines, 'RETRACT')).body as unknown as z.infer<typeof refundActSchema>;
    expect(act.total).toBe(31_500);
    expect(new Set(act.refunds.map(({ monto }) => monto))).toEqual(new Set([22_500, 9_000]));
    expect(act.refunds[0]).toMatchObject({ reason: 'RETRACT', decidedBy: 'Amparo Restrepo' });
    expect(act.refunds.map((one) => one.code)).toEqual(['D-00002', 'D-00003']);
    const seen = await place.as('ESTANTE', `/code-qr/search/${first}`);
    expect(seen.body).toMatchObject({ monto: 0, status: false, state: 'REFUNDED' });
    const sale = await place.buy(first, 500);
    expect([sale.status, code(sale)]).toEqual([409, 'VOUCHER_REFUNDED']);
    const opened = await place.manage('/code-qr/unblock', {
      id: await place.idOf(first),
      reason: 'Apareció',
    });
    expect(code(opened)).toBe('VOUCHER_REFUNDED');
    const audit = await place.audited('voucher-refunded&limit=2');
    expect(audit).toMatchObject([{ after: { reason: 'RETRACT' } }, { after: { monto: 0 } }]);
    const history = await place.manage('/cash/refunds?limit=2');
    expect(new Set((history.body['items'] as { code: string }[]).map((one) => one.code))).toEqual(
      new Set(['D-00002', 'D-00003']),
    );
  });

  it('refunds a voucher once, even for two simultaneous decisions', async () => {
    const uuid = await place.topUp(5_000);
    const line = await lineOf(uuid, 5_000);
    expect(statuses(await Promise.all([refund([line]), refund([line])]))).toEqual([201, 409]);
  });

  it("applies a person's cap over all its refunds, except for reasons beyond the market's choice", async () => {
    await place.set({ refundCap: 100_000 });
    const big = await place.topUp(90_000);
    const over = await refund([await lineOf(big, 90_000)]);
    expect(code(over)).toBe('REFUND_OVER_CAP');
    expect(over.body['message']).toContain('se le pueden devolver $43,500');
    expect((await refund([await lineOf(big, 90_000)], 'MARKET_CLOSES')).status).toBe(201);
  });

  it('lets a market close down: every owner of a balance, in one act', async () => {
    for (let n = 0; n < 14; n += 1) await place.topUp(1_000 * (n + 1));
    const holders = await open();
    const sum = holders.reduce((all, { monto }) => all + monto, 0);
    const before = await place.report();
    const done = await refund(
      holders.map(({ _id: id, monto }) => ({ id, monto })),
      'MARKET_CLOSES',
    );
    expect(done.status).toBe(201);
    expect((done.body as unknown as z.infer<typeof refundActSchema>).total).toBe(sum);
    expect(await open()).toEqual([]);
    const after = await place.report();
    expect(after.totals.refunds.total - before.totals.refunds.total).toBe(sum);
    expect(after.outstanding).toBe(0);
    expect((await place.manage('/cash/day')).body).toMatchObject({
      sum: 0,
      addsUp: true,
    });
  });
});
