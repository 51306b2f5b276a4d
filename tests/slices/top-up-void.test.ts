import { describe, expect, it } from 'vitest';
import type { Today } from '#src/contract/markets/today.ts';
import type { TopUpVoidReason } from '#src/contract/topups/top-up-void.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { statuses } from '#tests/support/market/open-market.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import { type Answer } from '#tests/support/server/test-app.ts';

const morning = new Date('2026-03-28T14:00:00Z');

describe('a voided top-up', () => {
  const place = marketForSuite({ now: () => morning });

  const undo = async (uuid: string, asker: Asker = 'RECARGA'): Promise<Answer> =>
    place.as(asker, '/code-qr/void', { id: await place.idOf(uuid), reason: 'WRONG_AMOUNT' });
  const code = ({ body }: Answer) => body['code'];

  it('returns the cash, and its voucher is closed everywhere', async () => {
    const before = await place.till();
    const uuid = await place.topUp(500_000);
    expect((await undo(uuid)).body).toMatchObject({
      monto: 500_000,
      paidFrom: 'TILL',
      till: before.expected,
      ownerName: 'luz marina',
      reason: 'WRONG_AMOUNT' satisfies TopUpVoidReason,
    });
    const after = await place.till();
    expect(after.expected).toBe(before.expected);
    expect(after.topUps.total - before.topUps.total).toBe(500_000);
    expect(after.topUpVoids.total - before.topUpVoids.total).toBe(500_000);

    const holder = await place.as('ESTANTE', `/code-qr/search/${uuid}`);
    expect(holder.body).toMatchObject({ monto: 0, status: false, state: 'VOIDED' });
    const sale = await place.buy(uuid, 1_000);
    expect([sale.status, code(sale), sale.body['message']]).toEqual([
      409,
      'VOUCHER_VOIDED',
      'Este código fue anulado: la recarga se deshizo.',
    ]);
    const list = await place.as('RECARGA', '/code-qr/list?state=VOIDED&limit=1');
    expect(list.body['items']).toMatchObject([{ monto: 500_000, saldo: 0, state: 'VOIDED', status: false }]);
    expect(await place.audited('top-up-voided&limit=1')).toMatchObject([
      { subject: { type: 'TOP_UP' }, after: { reason: 'WRONG_AMOUNT', paidFrom: 'TILL' } },
    ]);
  });

  it('is voided once, even for two simultaneous requests', async () => {
    const uuid = await place.topUp(7_000);
    const both = await Promise.all([undo(uuid), undo(uuid, 'GLOBAL_MARKET')]);
    expect(statuses(both)).toEqual([201, 409]);
    expect(both.map(code)).toContain('TOP_UP_VOIDED');
  });

  it('never takes a till below 0: the market pays what was counted and fetched', async () => {
    await place.receiveAll();
    const uuid = await place.topUp(30_000);
    await place.receiveAll();
    await place.topUp(10_000);
    const short = await undo(uuid);
    expect([code(short), short.body['message']]).toEqual([
      'TILL_SHORT',
      'En la caja hay $10,000: no alcanza. Pida a su mercado que la anule.',
    ]);
    const paid = await undo(uuid, 'GLOBAL_MARKET');
    expect(paid.body).toMatchObject({ paidFrom: 'MARKET', till: 10_000 });
    expect((await place.till()).expected).toBe(10_000);
  });

  it('reports top-ups and voids, whose difference is in the ledger', async () => {
    const read = () => place.report('?from=2026-03-28&to=2026-03-28');
    const today = async () => (await place.as('RECARGA', '/today')).body as unknown as Today;
    const [before, home] = [await read(), await today()];
    const uuid = await place.topUp(40_000);
    await undo(uuid);
    const after = await read();
    expect(after.totals.topUps.total - before.totals.topUps.total).toBe(40_000);
    expect(after.totals.topUpVoids.total - before.totals.topUpVoids.total).toBe(40_000);
    expect(after.totals.topUpVoids.count - before.totals.topUpVoids.count).toBe(1);
    expect(after.outstanding).toBe(before.outstanding);
    const own = after.topUpPoints.find(({ _id }) => _id === place.market.ids['RECARGA']);
    expect(own?.topUpVoids.total).toBeGreaterThanOrEqual(40_000);
    expect((await today()).topUps).toEqual(home.topUps);
    const closing = await place.manage('/cash/day?day=2026-03-28');
    expect(closing.body).toMatchObject({ sum: 0, addsUp: true });
  });
});
