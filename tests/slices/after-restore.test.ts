import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Conflict } from '#src/contract/conflicts/schemas.ts';
import type { AfterRestore } from '#src/contract/devices/schemas.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import { createSealer } from '#src/server/journal/envelopes/receipt-seal.ts';
import { RememberingDevice } from '#tests/support/device/remembering-device.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { restorableMarketForSuite } from '#tests/support/for-suite.ts';
import type { IssuedVoucher } from '#tests/support/market/open-market.ts';

/**
 * The server is restored to a copy of two hours ago. A kiosk's and three tablets' acknowledged operations
 * since then are back when all have reported, in any order (design 8.3).
 */
describe('a server restored to an older copy', () => {
  const { place, database } = restorableMarketForSuite();
  let kiosk: RememberingDevice;
  let tablets: RememberingDevice[];
  /** Enrolled after the copy. */
  let newcomer: RememberingDevice;
  let before: Awaited<ReturnType<typeof picture>>;
  let lost: { top: IssuedVoucher; shared: IssuedVoucher; wrong: IssuedVoucher };

  const page = async (who: 'GLOBAL_MARKET' | 'ADMIN' | 'other GLOBAL_MARKET' = 'GLOBAL_MARKET') => {
    const answer = await place.as(who, '/devices/after-restore');
    return answer.body as unknown as AfterRestore;
  };
  const stateOf = async ({ device }: RememberingDevice) => {
    const { devices } = await page();
    const found = devices.find(({ _id }) => _id === device.id);
    if (!found) throw new Error('the page does not name this device');
    return found;
  };
  const tablet = (index: number): RememberingDevice => {
    const found = tablets[index];
    if (!found) throw new Error(`there is no tablet ${index}`);
    return found;
  };
  const sale = ({ device }: RememberingDevice, voucher: IssuedVoucher, price: number) =>
    device.writeSale(voucher, price);
  /** A top-up by the kiosk without a link, as printed on its voucher. */
  const topUp = async (monto: number, userId = place.market.customer.id) => {
    const paper = kiosk.device.writePaper(monto, userId);
    await expectAll(kiosk, [paper.topUp], 'accepted');
    return paper;
  };
  /** Advances the order of commits to where it was at this device's last answer. */
  const passPosition = async (of: RememberingDevice) => {
    for (;;) {
      const { rows } = await database.database.query<{ at: number }>({
        text: 'select pg_current_xact_id()::text::bigint as at',
      });
      if ((rows[0]?.at ?? 0) > (of.newest()?.seal.position ?? 0)) return;
    }
  };
  const assignOnly = async (kind: Conflict['kind'], to: 'stall' | 'guarantee') => {
    const items = await place.lines('state=review');
    expect(items.map((line) => line.kind)).toEqual([kind]);
    expect((await place.assign(items[0]?._id, to)).status).toBe(200);
  };
  const expectAll = async (
    of: RememberingDevice,
    entries: Parameters<RememberingDevice['send']>[0],
    ...states: string[]
  ) => {
    const { results } = await of.send(entries);
    expect(results.map(({ state }) => state)).toEqual(states);
    for (const { seal } of results) expect(seal?.epoch).toBeGreaterThan(0);
  };
  /**
   * Balances, sums by account, movements by reference, receipts and open lines, which must be the same
   * afterwards.
   */
  async function picture(vouchers: readonly VoucherId[]) {
    const read = async (text: string) => (await database.database.query<{ line: string }>({ text })).rows;
    return {
      balances: await Promise.all(vouchers.map((id) => place.balanceOf(id))),
      sums: await place.sums(),
      movements: await read(`select kind || ' ' || reference as line from movement order by 1`),
      // Without those of settlements that seals have caused.
      receipts: await read(
        `select op_id || ' ' || coalesce(refusal, '') as line from receipt where op_id not like '% proven' order by 1`,
      ),
      lines: await read(
        `select state || ' ' || voucher_id || ' ' || sum(missing) as line from conflict_line where missing > 0 group by state, voucher_id order by 1`,
      ),
    };
  }

  beforeAll(async () => {
    kiosk = new RememberingDevice(await place.kiosk());
    tablets = [];
    for (let n = 0; n < 3; n += 1) tablets.push(new RememberingDevice(await place.stallDevice()));
    const old = await topUp(100_000);
    await expectAll(tablet(0), [sale(tablet(0), old, 5_000)], 'accepted');
    await database.copy();
    const clientId = randomUUID();
    const registration = { ownerName: 'rosa elvira', identificacion: '52.345.678' };
    await expectAll(kiosk, [kiosk.device.writeCustomer(registration, clientId)], 'accepted');
    const top = await topUp(50_000, clientId);
    const shared = await topUp(20_000);
    await expectAll(
      tablet(0),
      [sale(tablet(0), top, 12_000), sale(tablet(0), old, 7_000)],
      'accepted',
      'accepted',
    );
    // Two tablets handed over goods on one voucher: the second finds 2,000 too little.
    await expectAll(
      tablet(1),
      tablet(1).device.writeAcceptedPurchase({ ...shared, price: 11_000 }),
      'accepted',
      'accepted',
    );
    const second = tablet(2).device.writeAcceptedPurchase({ ...shared, price: 11_000 });
    await expectAll(tablet(2), second, 'refused', 'settled-with-overspend');
    const dear = sale(tablet(2), top, 49_000);
    await expectAll(tablet(2), [dear], 'refused');
    const taken = sale(tablet(1), old, 1_000);
    await expectAll(tablet(1), [taken], 'accepted');
    await expectAll(tablet(1), [tablet(1).device.writeWithdrawal(taken)], 'accepted');
    // A wrong amount, voided at the kiosk before it was spent.
    const wrong = await topUp(90_000);
    await expectAll(kiosk, [kiosk.device.writeTopUpVoid(wrong.topUp)], 'accepted');
    lost = { top, shared, wrong };
    before = await picture([old.codeQrUuid, top.codeQrUuid, shared.codeQrUuid, wrong.codeQrUuid]);
    expect(await page()).toEqual({ since: null, reason: 'first', devices: [] });
    newcomer = new RememberingDevice(await place.stallDevice());
    await expectAll(newcomer, [sale(newcomer, old, 99_000)], 'refused');
    await database.putBack();
  });

  it('detects it by the first receipt that a device shows, and expects every device', async () => {
    expect((await page()).since).toBeNull();
    await tablet(0).report();
    const { since, reason, devices } = await page();
    expect([since === null, reason, devices.length]).toEqual([false, 'noticed', 4]);
    expect(devices.filter(({ returnedAt }) => returnedAt === null).length).toBe(3);
    expect((await page('ADMIN')).devices.length).toBe(4);
    expect((await page('other GLOBAL_MARKET')).devices).toEqual([]);
  });

  it('records the sale whose voucher exists, and keeps the other one until its top-up comes', async () => {
    expect(await stateOf(tablet(0))).toMatchObject({
      owes: 0,
      waiting: 1,
      recovered: 1,
      recoveredSum: 7_000,
    });
    expect((await tablet(0).report()).device.missing.length).toBe(1);
    const { rows } = await database.database.query({
      text: 'select 1 from receipt where refusal is not null',
    });
    expect(rows).toEqual([]);
  });

  it('expects a device that it does not know when it shows a sealed receipt, and no other', async () => {
    const call = async ({ device }: RememberingDevice, change = {}) =>
      (await device.send(device.request([], change))).body['code'];
    const stranger = new RememberingDevice(new SignedDevice(place.app));
    expect(await call(stranger)).toBe('DEVICE_UNKNOWN');
    expect(await call(newcomer, { lastSealed: newcomer.newest() })).toBe('DEVICE_UNKNOWN');
    const text = 'select device_id as id from expected_device where market_id is null';
    expect((await database.database.query({ text })).rows).toEqual([{ id: newcomer.device.id }]);
  });

  it('sends a full balance list to devices that request changes', async () => {
    const { rows } = await database.database.query({ text: 'select 1 from handed_list where position > 0' });
    expect(rows).toEqual([]);
  });

  it('has everything again when all have reported, and nothing twice', async () => {
    for (const one of [tablet(2), tablet(1), kiosk, tablet(0), tablet(1), tablet(2)]) await one.report();
    const { sums: _sums, ...same } = await picture([]);
    const { balances: _balances, sums, ...expected } = before;
    expect(same).toMatchObject({ ...expected, balances: [] });
    expect(await place.sums()).toEqual(sums);
    const after = await picture([lost.top.codeQrUuid, lost.shared.codeQrUuid, lost.wrong.codeQrUuid]);
    expect(after.balances).toEqual(before.balances.slice(1));
    for (const one of [kiosk, ...tablets])
      expect(await stateOf(one)).toMatchObject({ owes: 0, waiting: 0, returnedAt: expect.any(String) });
    expect(await stateOf(kiosk)).toMatchObject({ recovered: 3, recoveredSum: 160_000 });
    expect(await stateOf(tablet(0))).toMatchObject({ recovered: 2, recoveredSum: 19_000 });
    expect((await kiosk.report()).epoch).toBe((await tablet(0).report()).epoch);
  });

  it('pays nothing more for a repeated seal, and begins no further epoch', async () => {
    const first = await page();
    for (const one of [kiosk, ...tablets]) await one.report();
    expect((await page()).since).toBe(first.since);
    expect(await place.sums()).toEqual(before.sums);
  });

  it('requests a sealed sale again while its acceptance is in review, and pays it once its top-up has come', async () => {
    const { device } = tablet(1);
    const { topUp: late, ...paper } = kiosk.device.writePaper(9_000, place.market.customer.id);
    // Without a list, which no honest device accepts by.
    const sold = { ...paper, price: 4_000 };
    const [bought, acceptance] = device.writeAcceptedPurchase(sold, { snapshotAsOf: 0 });
    expect((await tablet(1).send([bought, acceptance])).results.map(({ state }) => state)).toEqual([
      'again',
      'in-review',
    ]);
    // The answer from before the restore comes late: the tablet holds the sale as paid.
    const { kind, opId, hash } = bought.envelope;
    const state = 'accepted' as const;
    const seal = createSealer(Buffer.alloc(32, 8)).seal(
      { kind, opId, hash, state },
      { epoch: 1, position: 1 },
    );
    const sealed = [{ ...bought, sealed: { state, seal } }];
    expect((await device.sync(sealed)).device.missing).toEqual([bought.envelope.seq]);
    await expectAll(kiosk, [late], 'accepted');
    expect((await device.sync(sealed)).results[0]?.state).toBe('accepted');
    expect(await place.balanceOf(paper.codeQrUuid)).toBe(5_000);
    expect((await device.sync([acceptance])).results[0]?.state).toBe('accepted');
    before = { ...before, sums: await place.sums() };
  });

  it('rejects a forged seal: the sale is judged by the rules', async () => {
    const one = tablet(0);
    const { seal } = one.newest() ?? {};
    for (const made of [{ mac: 'A'.repeat(43), kid: seal?.kid ?? '', epoch: 1, position: 1 }, seal]) {
      const dear = sale(one, lost.top, 49_000);
      const given = { ...dear, sealed: { state: 'accepted', seal: made } };
      const { results } = await one.device.sync([given]);
      expect(results[0]).toMatchObject({ state: 'refused', refusal: { code: 'INSUFFICIENT_BALANCE' } });
    }
    expect(await place.sums()).toEqual(before.sums);
  });

  it('pays, when restored once more, a sealed sale whose voucher was emptied meanwhile, with a line for the manager', async () => {
    await database.putBack();
    await kiosk.report();
    // Before the tablet reports, the holder spends all of it: the copy does not know the sale.
    expect((await place.buy(lost.top, 50_000)).status).toBe(201);
    await tablet(0).report();
    expect(await place.balanceOf(lost.top.codeQrUuid)).toBe(0);
    const items = await place.lines();
    expect(items.find(({ missing }) => missing === 12_000)).toMatchObject({
      state: 'overspend',
      reason: 'SPENT_ELSEWHERE',
    });
    for (const one of tablets) await one.report();
  });

  it("pays once a sealed sale on a voucher that names a customer by the kiosk's id, and repeats that answer", async () => {
    const one = tablet(0);
    // Two kiosks registered the same person: the second id is merged into the first customer.
    const clientId = randomUUID();
    const registration = { ownerName: 'rosa elvira', identificacion: '52.345.678' };
    await expectAll(kiosk, [kiosk.device.writeCustomer(registration, clientId)], 'accepted');
    const paper = await topUp(30_000, clientId);
    const sold = sale(one, paper, 8_000);
    await expectAll(one, [sold], 'accepted');
    await database.putBack();
    for (const each of [kiosk, one, kiosk, one]) await each.report();
    expect(await place.balanceOf(paper.codeQrUuid)).toBe(22_000);
    await expectAll(one, [sold], 'accepted');
    expect(await place.balanceOf(paper.codeQrUuid)).toBe(22_000);
    for (const each of tablets) await each.report();
  });

  it('makes a line of what an old request, repeated after the restore, bought although its tablet had been refused', async () => {
    const one = tablet(1);
    const paper = await topUp(10_000);
    await database.copy();
    expect((await place.buy(paper, 9_000)).status).toBe(201);
    const told = sale(one, paper, 3_000);
    await expectAll(one, [told], 'refused');
    await database.putBack();
    // The network kept it since before the answer: it carries no seal, and the copy's voucher has enough.
    expect((await one.device.sync([told])).results[0]?.state).toBe('accepted');
    expect((await one.send([told])).results[0]?.refusal?.code).toBe('INSUFFICIENT_BALANCE');
    expect(await place.balanceOf(paper.codeQrUuid)).toBe(7_000);
    await assignOnly('withdrawal', 'stall');
    expect(await place.balanceOf(paper.codeQrUuid)).toBe(10_000);
    for (const each of [kiosk, ...tablets]) await each.report();
  });

  it('makes a line of what an old request, repeated after the restore, was refused although its tablet had been paid', async () => {
    const one = tablet(1);
    const paper = await topUp(10_000);
    await database.copy();
    const told = sale(one, paper, 3_000);
    await expectAll(one, [told], 'accepted');
    await database.putBack();
    expect((await place.buy(paper, 9_000)).status).toBe(201);
    expect((await one.device.sync([told])).results[0]?.state).toBe('refused');
    expect((await one.send([told])).results[0]?.state).toBe('in-review');
    expect(await place.balanceOf(paper.codeQrUuid)).toBe(1_000);
    await assignOnly('sale', 'guarantee');
    expect(await place.balanceOf(paper.codeQrUuid)).toBe(0);
    expect((await one.send([told])).results[0]?.state).toBe('settled-with-overspend');
    for (const each of [kiosk, ...tablets]) await each.report();
  });

  it('keeps a paid and withdrawn sale voided, whichever of the two comes first after the restore', async () => {
    const one = tablet(1);
    const paper = await topUp(10_000);
    await database.copy();
    const told = sale(one, paper, 3_000);
    await expectAll(one, [told], 'accepted');
    const withdrawn = one.device.writeWithdrawal(told);
    await database.putBack();
    // It was still on its way: no server has answered it, and the sale is requested after it.
    expect((await one.device.sync([withdrawn])).results[0]?.state).toBe('accepted');
    const { results } = await one.send([told]);
    expect(results[0]).toMatchObject({ state: 'refused', refusal: { code: 'WITHDRAWN' } });
    expect(await place.balanceOf(paper.codeQrUuid)).toBe(10_000);
    for (const each of [kiosk, ...tablets]) await each.report();
  });

  it('detects the restore by an operation that was posted after its seal, when an old request has brought everything back', async () => {
    const one = tablet(0);
    const paper = await topUp(10_000);
    await database.copy();
    const only = sale(one, paper, 1_000);
    await expectAll(one, [only], 'accepted');
    await database.putBack();
    const { since } = await page();
    await passPosition(one);
    expect((await one.device.sync([only])).results[0]?.state).toBe('accepted');
    await one.report();
    expect((await page()).since).not.toBe(since);
    expect(await place.balanceOf(paper.codeQrUuid)).toBe(9_000);
    for (const each of [kiosk, ...tablets]) await each.report();
  });

  it("detects a result by an old request that contradicts its tablet's, when the newest receipt is here again", async () => {
    const one = tablet(0);
    const [paper, other] = [await topUp(10_000), await topUp(10_000)];
    await database.copy();
    const [first, newest] = [sale(one, paper, 9_000), sale(one, other, 2_000)];
    await expectAll(one, [first, newest], 'accepted', 'accepted');
    await database.putBack();
    const { since } = await page();
    await expectAll(tablet(1), [sale(tablet(1), paper, 5_000)], 'accepted');
    const { results } = await one.device.sync([first, newest]);
    expect(results.map(({ state }) => state)).toEqual(['refused', 'accepted']);
    await passPosition(one);
    await one.report();
    expect((await page()).since).not.toBe(since);
    await assignOnly('sale', 'guarantee');
    expect(await place.balanceOf(paper.codeQrUuid)).toBe(0);
    for (const each of [kiosk, ...tablets]) await each.report();
  });
});
