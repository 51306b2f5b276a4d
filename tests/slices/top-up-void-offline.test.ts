import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Conflict } from '#src/contract/conflicts/schemas.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { forSuite } from '#tests/support/suite.ts';

describe('a top-up voided before the server had it', () => {
  const place = marketForSuite();
  const kiosk = forSuite(() => place.kiosk());
  const stall = forSuite(() => place.stallDevice());

  const topUp = (monto = 50_000, userId = place.market.customer.id) => kiosk.writePaper(monto, userId);
  const undo = (paper: ReturnType<typeof topUp>) => kiosk.writeTopUpVoid(paper.topUp);
  const lineOf = async (codeKind: Conflict['kind'], state = 'review'): Promise<Conflict | undefined> =>
    (await place.lines(`state=${state}`)).find(({ kind }) => kind === codeKind);

  it('counts once in and out, whatever comes twice, and its voucher is closed', async () => {
    const before = (await place.till()).expected;
    const made = topUp();
    const undone = undo(made);
    expect(await kiosk.states([made.topUp, undone])).toEqual(['accepted', 'accepted']);
    await Promise.all(Array.from({ length: 6 }, () => kiosk.sync([made.topUp, undone])));
    expect((await place.till()).expected).toBe(before);
    const sale = await place.buy(made, 1_000);
    expect([sale.status, sale.body['code']]).toEqual([409, 'VOUCHER_VOIDED']);
    expect(await place.findings()).toEqual([]);
  });

  it('waits for its top-up when that comes later', async () => {
    const before = (await place.till()).expected;
    const made = topUp();
    const undone = undo(made);
    expect(await kiosk.states([undone])).toEqual(['again']);
    expect(await kiosk.states([made.topUp])).toEqual(['accepted']);
    expect((await place.till()).expected).toBe(before + 50_000);
    expect(await kiosk.states([undone])).toEqual(['accepted']);
    expect((await place.till()).expected).toBe(before);
  });

  it('was not made at all when it was still under review', async () => {
    const before = (await place.till()).expected;
    const { topUp: entry, codeQrUuid } = topUp(70_000, randomUUID());
    expect(await kiosk.states([entry])).toEqual(['in-review']);
    const other = kiosk.writeTopUpVoid(entry, {}, { monto: toAmount(60_000) });
    expect(await kiosk.states([other])).toEqual(['again']);
    expect(await kiosk.states([entry])).toEqual(['in-review']);
    const stranger = await place.kiosk();
    expect(await stranger.states([stranger.writeTopUpVoid(entry)])).toEqual(['again']);
    expect(await kiosk.states([entry])).toEqual(['in-review']);
    expect(await kiosk.states([kiosk.writeTopUpVoid(entry)])).toEqual(['accepted']);
    expect(await kiosk.states([entry])).toEqual(['refused']);
    expect((await place.till()).expected).toBe(before);
    expect(await place.lines('state=review')).toEqual([]);
    expect(await place.balanceOf(codeQrUuid)).toBeUndefined();
  });

  it('becomes a line when the voucher was spent before it came; the point may bear it', async () => {
    const made = topUp(50_000);
    expect(await kiosk.states([made.topUp])).toEqual(['accepted']);
    await place.buy(made, 20_000);
    const before = (await place.till()).expected;
    const undone = undo(made);
    expect(await kiosk.states([undone])).toEqual(['in-review']);
    expect((await place.till()).expected).toBe(before);
    const line = await lineOf('cash-returned');
    expect(line).toMatchObject({ price: 50_000, reason: 'SPENT_ELSEWHERE', missing: 0 });
    await place.set({ refundsOn: true, refundCap: 50_000 });
    const id = await place.idOf(made.codeQrUuid);
    const refund = { vouchers: [{ id, monto: 30_000 }], reason: 'ERROR' };
    expect((await place.manage('/cash/refund', refund)).body['code']).toBe('VOUCHER_IN_REVIEW');
    expect((await place.assign(line?._id, 'stall')).status).toBe(200);
    expect((await place.till()).expected).toBe(before);
    expect(await place.balanceOf(made.codeQrUuid)).toBe(30_000);
    expect(await kiosk.states([undone])).toEqual(['refused']);
  });

  it('settles an offline sale made meanwhile, whose line names the reason', async () => {
    const made = topUp(50_000);
    const sale = stall.writeAcceptedPurchase({ ...made, price: 8_000 });
    expect(await kiosk.states([made.topUp, undo(made)])).toEqual(['accepted', 'accepted']);
    const [, accepted] = await stall.states(sale);
    expect(accepted).toBe('settled-with-overspend');
    expect(await lineOf('sale', 'overspend')).toMatchObject({ missing: 8_000, reason: 'CASH_RETURNED' });
    expect(await place.findings()).toEqual([]);
  });

  it('is the call that voided it when it arrives under its id', async () => {
    const before = (await place.till()).expected;
    const made = topUp(40_000);
    await kiosk.states([made.topUp]);
    const undone = undo(made);
    const answer = await place.as(
      'RECARGA',
      '/code-qr/void',
      { id: await place.idOf(made.codeQrUuid), reason: 'TWICE' },
      undone.envelope.opId,
    );
    expect(answer.status).toBe(201);
    expect(await kiosk.states([undone])).toEqual(['accepted']);
    expect((await place.till()).expected).toBe(before);
  });
});
