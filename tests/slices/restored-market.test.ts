import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DecisionPage } from '#src/contract/accounts/decision.ts';
import { toAmount, toVoucherId } from '#src/contract/brands.ts';
import type { Payout, StallBalance } from '#src/contract/cash/schemas.ts';
import type { Confirmation, Restore, Restored, RestoredJoin } from '#src/contract/restored/schemas.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { postWaiting } from '#src/server/operations/restored/post-waiting.ts';
import { RememberingDevice } from '#tests/support/device/remembering-device.ts';
import { movementOf } from '#tests/support/market/movement-of.ts';
import {
  openOfflineMarket,
  type IssuedVoucher,
  type OfflineMarket,
} from '#tests/support/market/offline-market.ts';
import {
  openRestorableDatabase,
  type RestorableDatabase,
} from '#tests/support/server/restorable-database.ts';
import { ask, type Answer } from '#tests/support/server/test-app.ts';

/**
 * The market paid, refunded and joined in the time that a restore lost, which only its papers record (design
 * 14).
 */
describe('a market after a restore', () => {
  let database: RestorableDatabase;
  let place: OfflineMarket;
  let tablet: RememberingDevice;
  let silent: RememberingDevice;
  let other: RememberingDevice;
  let late: IssuedVoucher;
  let kiosk: RememberingDevice;
  let sold: IssuedVoucher;
  /** Codes on the papers of the lost time. */
  let papers: { known: string; paid: string; dear: string; refunded: IssuedVoucher; young: IssuedVoucher };
  let joined: [IssuedVoucher, IssuedVoucher];
  let epoch: number;

  const page = async (): Promise<Restore> => {
    const { restore } = (await place.manage('/cash/restored')).body as unknown as Restored;
    if (!restore) throw new Error('the page says that nothing was restored');
    return restore;
  };
  const dues = async (): Promise<StallBalance> => {
    const stalls = (await place.manage('/cash/stalls')).body as unknown as StallBalance[];
    const found = stalls.find(({ estanteId }) => estanteId === place.market.ids['ESTANTE']);
    if (!found) throw new Error('the market has no such stall');
    return found;
  };
  const code = ({ status, body }: Answer) => [status, body['code'] ?? body['state']];
  const pay = (monto: number) =>
    place.manage('/cash/payout', { estanteId: place.market.ids['ESTANTE'], monto });
  const paidCode = async (monto: number): Promise<string> => {
    const { status, body } = await pay(monto);
    expect(status).toBe(201);
    return (body as unknown as Payout).codePago;
  };
  const confirmPayout = (codePago: string, monto: number, own: object = {}) =>
    place.manage('/cash/restored/payout', {
      epoch,
      codePago,
      estanteId: place.market.ids['ESTANTE'],
      monto,
      ...own,
    });
  const confirmRefund = ({ codeQrUuid }: IssuedVoucher, monto: number) =>
    place.manage('/cash/restored/refund', { epoch, code: shortCodeOf(codeQrUuid), monto, reason: 'ERROR' });
  const confirmJoin = (vouchers: readonly IssuedVoucher[], monto?: number) =>
    place.manage('/cash/restored/join', {
      epoch,
      codes: vouchers.map(({ codeQrUuid }) => shortCodeOf(codeQrUuid)),
      newUuid: randomUUID(),
      ...(monto === undefined ? {} : { monto }),
    });
  const answer = (...kinds: string[]) => place.manage('/cash/restored/answer', { epoch, kinds });
  const treasury = async () => (await place.sums())['treasury'];
  const idOf = ({ codeQrUuid }: IssuedVoucher) => movementOf(database.database, codeQrUuid);
  const refund = async (voucher: IssuedVoucher, monto: number) =>
    place.manage('/cash/refund', { vouchers: [{ id: await idOf(voucher), monto }], reason: 'ERROR' });
  const sell = async (price: number, { userId, codeQrUuid } = sold, at = tablet) => {
    const entry = at.device.write('purchase', {
      userId,
      codeQrUuid,
      price: toAmount(price),
      estanteId: at.device.operatorId,
      by: 'stall' as const,
    });
    expect((await at.send([entry])).results[0]?.state).toBe('accepted');
  };

  /** Runs the timers of two processes at once; returns the failures. */
  const postWaitingNow = async (): Promise<unknown[]> => {
    const failures: unknown[] = [];
    const sweep = {
      database: database.database,
      now: () => new Date(),
      onFailure: (e: unknown) => failures.push(e),
    };
    await Promise.all([postWaiting(sweep), postWaiting(sweep)]);
    return failures;
  };

  beforeAll(async () => {
    database = await openRestorableDatabase();
    place = await openOfflineMarket({}, database);
    [tablet, silent, other] = [
      new RememberingDevice(await place.stallDevice()),
      new RememberingDevice(await place.stallDevice()),
      new RememberingDevice(await place.stallDevice()),
    ];
    kiosk = new RememberingDevice(await place.kiosk());
    const { body: settings } = await place.manage('/market/settings');
    await place.manage('/market/settings', { ...settings, refundsOn: true, refundCap: 1_000_000 });
    sold = await place.issue(300_000);
    joined = [await place.issue(20_000), await place.issue(5_000)];
    const refunded = await place.issue(12_000);
    late = await place.issue(7_000);
    await sell(50_000);
    const known = await paidCode(10_000);
    expect((await place.manage('/cash/restored')).body).toEqual({ restore: null });
    await database.copy();
    await sell(80_000);
    const [paid, dear] = [await paidCode(30_000), await paidCode(60_000)];
    expect((await refund(refunded, 12_000)).status).toBe(201);
    await sell(4_000, late, other);
    expect((await refund(late, 3_000)).status).toBe(201);
    const young: IssuedVoucher = {
      codeQrUuid: toVoucherId(randomUUID()),
      userId: place.market.customer.id,
      proof: '',
    };
    const top = { monto: toAmount(9_000), uuid: young.codeQrUuid, clientId: young.userId };
    const { results } = await kiosk.send([kiosk.device.write('top-up', top)]);
    expect(results[0]?.state).toBe('accepted');
    expect((await refund(young, 9_000)).status).toBe(201);
    const both = await place.manage('/code-qr/join', {
      ids: [await idOf(joined[0]), await idOf(joined[1])],
      newUuid: randomUUID(),
      identificacion: place.market.customer.identificacion,
    });
    expect(both.status).toBe(201);
    papers = { known, paid, dear, refunded, young };
    await database.putBack();
    // The tablet reports, and has not sent its sale yet.
    await tablet.send([]);
    epoch = (await page()).epoch;
  });
  afterAll(() => place.stop());

  it('is shown known and unknown operations, and the devices that still have to report', async () => {
    const restore = await page();
    expect(restore).toMatchObject({
      reason: 'noticed',
      knownUntil: null,
      back: { sales: { count: 0, total: 0 }, topUps: { count: 0, total: 0 } },
      last: { payouts: { code: papers.known }, refunds: null, joins: null },
      confirmed: [],
      answers: [],
      addsUp: true,
    });
    const owing = restore.devices.find(({ _id }) => _id === tablet.device.id);
    expect(owing).toMatchObject({ owes: 1, from: 2, to: 2, returnedAt: null, places: ['Rosalba'] });
    expect(restore.devices).toHaveLength(4);
  });

  it('pays no one before it has answered', async () => {
    expect(code(await pay(1_000))).toEqual([409, 'RESTORE_UNCONFIRMED']);
    const { body } = await place.manage('/today/market');
    expect(body).toMatchObject({ unconfirmed: 3 });
  });

  it('does not lock the other market, which paid nothing in that time, longer than its own answer', async () => {
    const token = place.market.tokens['other GLOBAL_MARKET'];
    const body = { estanteId: place.market.ids['other ESTANTE'], monto: 1 };
    const refusal = async () => code(await ask(place.app, 'POST', '/cash/payout', { body, token }));
    expect(await refusal()).toEqual([409, 'RESTORE_UNCONFIRMED']);
    const kinds = ['payouts', 'refunds', 'joins'];
    const done = await ask(place.app, 'POST', '/cash/restored/answer', { body: { epoch, kinds }, token });
    expect([done.status, done.body['open']]).toEqual([201, []]);
    expect(await refusal()).toEqual([409, 'MORE_THAN_OWED']);
    expect((await page()).answers).toEqual([]);
  });

  it("records a payout by its paper's code, as if it had been paid then, once", async () => {
    const before = await treasury();
    const typed = papers.paid.toLowerCase().replace('g-', 'g ');
    expect(code(await confirmPayout(typed, 30_000))).toEqual([201, 'posted']);
    expect(await treasury()).toBe((before ?? 0) + 30_000);
    expect(await dues()).toMatchObject({ owed: 10_000, paid: 40_000 });
    for (const again of [papers.paid, papers.known])
      expect(code(await confirmPayout(again, 30_000))).toEqual([409, 'PAYOUT_KNOWN']);
    const { items } = (await place.manage('/cash/payouts')).body as unknown as { items: Payout[] };
    expect(items.map(({ codePago }) => codePago)).toEqual([papers.paid, papers.known]);
    expect(await place.findings()).toEqual([]);
  });

  it('holds a payout whose sales are not back, pays the stall nothing of it, and posts it when they are', async () => {
    const before = await treasury();
    expect(code(await confirmPayout(papers.dear, 60_000))).toEqual([201, 'waiting']);
    expect(code(await confirmPayout(papers.dear, 60_000))).toEqual([409, 'PAYOUT_KNOWN']);
    expect(await treasury()).toBe(before);
    expect(await dues()).toMatchObject({ owed: 10_000, awaited: 60_000 });
    expect(await place.findings()).toEqual([]);
    await tablet.report();
    expect(await treasury()).toBe((before ?? 0) + 60_000);
    expect(await dues()).toMatchObject({ owed: 30_000, awaited: 0, paid: 100_000 });
    const { back, confirmed } = await page();
    expect(back).toEqual({ sales: { count: 1, total: 80_000 }, topUps: { count: 0, total: 0 } });
    expect(confirmed.map(({ state, posted }) => [state, posted])).toEqual([
      ['posted', 30_000],
      ['posted', 60_000],
    ]);
    expect(await place.findings()).toEqual([]);
  });

  it('withdraws a waiting payout that was mistyped, and accepts its code again', async () => {
    const { body } = await confirmPayout('G-00000000', 500_000);
    const wrong = body as unknown as Confirmation;
    expect([wrong.state, (await dues()).awaited]).toEqual(['waiting', 500_000]);
    const withdraw = () =>
      place.manage('/cash/restored/withdraw', { id: wrong._id, reason: 'Escribí mal el valor' });
    expect(code(await withdraw())).toEqual([201, 'withdrawn']);
    expect((await withdraw()).status).toBe(404);
    expect((await dues()).awaited).toBe(0);
    const fee = { deductions: [{ kind: 'BOOTH', monto: 1_000 }] };
    expect(code(await confirmPayout('G-00000000', 4_000, fee))).toEqual([201, 'posted']);
    expect(await dues()).toMatchObject({ owed: 25_000, deducted: 1_000 });
    expect(await place.findings()).toEqual([]);
  });

  it('refunds a voucher again in the books, without cash, and the voucher stops paying', async () => {
    const before = await treasury();
    expect(code(await confirmRefund(papers.refunded, 12_000))).toEqual([201, 'posted']);
    expect(await treasury()).toBe((before ?? 0) + 12_000);
    expect(code(await place.buy(papers.refunded, 1_000))).toEqual([409, 'VOUCHER_REFUNDED']);
    expect(code(await refund(papers.refunded, 12_000))).toEqual([409, 'REFUND_MOVED']);
    expect(code(await confirmRefund(papers.refunded, 12_000))).toEqual([409, 'VOUCHER_REFUNDED']);
    expect(await place.findings()).toEqual([]);
  });

  it('leaves a returning sale the amount taken before the refund', async () => {
    // Sold for 4,000 and refunded for the other 3,000; neither is in the books yet.
    const voucher = late;
    expect(code(await confirmRefund(voucher, 3_000))).toEqual([201, 'posted']);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(4_000);
    await other.report();
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(0);
    const { items } = (await place.manage('/sync/conflicts?limit=100')).body as { items: unknown[] };
    expect(items).toEqual([]);
    expect(await place.findings()).toEqual([]);
  });

  it('closes a refunded voucher in the very contact that brings its top-up back', async () => {
    expect(code(await confirmRefund(papers.young, 9_000))).toEqual([201, 'waiting']);
    await kiosk.report();
    expect(await place.balanceOf(papers.young.codeQrUuid)).toBe(0);
    expect(code(await place.buy(papers.young, 1_000))).toEqual([409, 'VOUCHER_REFUNDED']);
    const { back, confirmed } = await page();
    expect(back.topUps).toEqual({ count: 1, total: 9_000 });
    expect(confirmed.at(-1)).toMatchObject({ kind: 'refunds', state: 'posted', posted: 9_000 });
    expect(await place.findings()).toEqual([]);
  });

  it("posts a refund up to its voucher's balance, and the rest when that comes back to it", async () => {
    const spent = await place.issue(7_000);
    const sale = await place.buy(spent, 2_000);
    expect(sale.status).toBe(201);
    const { body } = await confirmRefund(spent, 7_000);
    expect(body).toMatchObject({ state: 'waiting', posted: 5_000, monto: 7_000 });
    expect(code(await place.buy(spent, 1_000))).toEqual([409, 'VOUCHER_REFUNDED']);
    expect(await place.findings()).toEqual([]);
    const voided = { codeCompra: sale.body['codeCompra'], reason: 'Otro valor' };
    expect((await place.manage('/shopping/void', voided)).status).toBe(201);
    expect(await postWaitingNow()).toEqual([]);
    expect((await page()).confirmed.at(-1)).toMatchObject({ state: 'posted', posted: 7_000 });
    expect(await place.balanceOf(spent.codeQrUuid)).toBe(0);
    expect(await place.findings()).toEqual([]);
  });

  it('closes an empty refunded voucher, which cannot spend what a void returns to it', async () => {
    const empty = await place.issue(2_000);
    const sale = await place.buy(empty, 2_000);
    expect((await confirmRefund(empty, 2_000)).body).toMatchObject({ state: 'waiting', posted: 0 });
    const voided = { codeCompra: sale.body['codeCompra'], reason: 'Otro valor' };
    expect((await place.manage('/shopping/void', voided)).status).toBe(201);
    expect(code(await place.buy(empty, 1_000))).toEqual([409, 'VOUCHER_REFUNDED']);
    expect(await postWaitingNow()).toEqual([]);
    expect((await page()).confirmed.at(-1)).toMatchObject({ state: 'posted', posted: 2_000 });
    expect(await place.balanceOf(empty.codeQrUuid)).toBe(0);
    expect(await place.findings()).toEqual([]);
  });

  it('joins vouchers again into a new one, and the old ones stop paying', async () => {
    const { status, body } = await confirmJoin(joined, 24_000);
    const { recarga, state } = body as unknown as RestoredJoin;
    expect([status, state, recarga?.monto]).toEqual([201, 'posted', 24_000]);
    expect(code(await confirmJoin(joined))).toEqual([409, 'VOUCHER_JOINED']);
    for (const old of joined) expect(code(await place.buy(old, 500))).toEqual([409, 'VOUCHER_JOINED']);
    if (recarga) expect(await place.balanceOf(recarga.uuid)).toBe(24_000);
    // The amount not on the customer's voucher stays on a closed one, for a sale that comes back.
    const left = await Promise.all(joined.map(({ codeQrUuid }) => place.balanceOf(codeQrUuid)));
    expect(left).toEqual(expect.arrayContaining([0, 1_000]));
    expect((await page()).confirmed.at(-1)).not.toHaveProperty('recarga');
    expect(await place.findings()).toEqual([]);
  });

  it('blocks the present parts of a join that waits for another of its vouchers', async () => {
    const here = await place.issue(3_000);
    const lost: IssuedVoucher = { ...here, codeQrUuid: toVoucherId(randomUUID()) };
    expect(code(await confirmJoin([here, lost]))).toEqual([201, 'waiting']);
    expect(code(await place.buy(here, 500))).toEqual([409, 'VOUCHER_BLOCKED']);
    expect(await place.findings()).toEqual([]);
  });

  it('confirms nothing of another market, and nothing for another restore', async () => {
    const token = place.market.tokens['other GLOBAL_MARKET'];
    const body = { epoch, code: shortCodeOf(sold.codeQrUuid), monto: 1, reason: 'ERROR' };
    const foreign = await ask(place.app, 'POST', '/cash/restored/refund', { body, token });
    expect(foreign.status).toBe(409);
    const older = { ...body, epoch: epoch - 1 };
    expect(code(await place.manage('/cash/restored/refund', older))).toEqual([409, 'RESTORE_ANSWERED']);
    expect(await place.balanceOf(sold.codeQrUuid)).toBeGreaterThan(0);
  });

  it('pays again after the last of three answers, each given once, while a device still owes its report', async () => {
    expect((await answer('payouts')).body).toMatchObject({ open: ['refunds', 'joins'] });
    expect(code(await answer('payouts', 'refunds'))).toEqual([409, 'RESTORE_ANSWERED']);
    expect(code(await confirmPayout('G-11111111', 1_000))).toEqual([409, 'RESTORE_ANSWERED']);
    expect(code(await pay(1_000))).toEqual([409, 'RESTORE_UNCONFIRMED']);
    expect((await answer('refunds', 'joins')).body).toMatchObject({ open: [] });
    const { devices, answers } = await page();
    expect(devices.find(({ _id }) => _id === silent.device.id)?.returnedAt).toBeNull();
    expect(answers.map(({ kind, saidBy }) => [kind, saidBy])).toEqual(
      expect.arrayContaining([['payouts', 'Amparo Restrepo']]),
    );
    expect((await pay(29_000)).status).toBe(201);
    expect((await dues()).owed).toBe(0);
    expect(await place.findings()).toEqual([]);
  });

  it('has every answer and every paper in the audit', async () => {
    const { items } = (await place.manage('/auditoria?limit=100')).body as unknown as DecisionPage;
    const kinds = items.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'restore-answered')).toHaveLength(3);
    expect(kinds.filter((kind) => kind === 'restore-withdrawn')).toHaveLength(1);
    // Four payouts, five refunds, two joins; and four of them once more when they were posted.
    expect(kinds.filter((kind) => kind === 'restore-confirmed')).toHaveLength(15);
  });

  it('is asked again after the next restore', async () => {
    await database.copy();
    await sell(1_000);
    await database.putBack();
    await tablet.report();
    const restore = await page();
    expect([restore.epoch === epoch, restore.answers]).toEqual([false, []]);
    expect(code(await pay(1_000))).toEqual([409, 'RESTORE_UNCONFIRMED']);
    expect(code(await answer('payouts'))).toEqual([409, 'RESTORE_ANSWERED']);
    expect(await place.findings()).toEqual([]);
  });
});
