import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toAmount, toOpId, type OpId, type Pesos } from '#src/contract/brands.ts';
import type { StallBalance } from '#src/contract/cash/schemas.ts';
import type { PurchaseVoidReceipt } from '#src/contract/purchases/purchase-history.ts';
import type { Conflict } from '#src/contract/settlement/schemas.ts';
import type { Envelope } from '#src/contract/sync/envelope.ts';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import { RememberingDevice } from '#tests/support/device/remembering-device.ts';
import {
  openOfflineMarket,
  type IssuedVoucher,
  type OfflineMarket,
} from '#tests/support/market/offline-market.ts';
import {
  openRestorableDatabase,
  type RestorableDatabase,
} from '#tests/support/server/restorable-database.ts';
import { ask } from '#tests/support/server/test-app.ts';

type Entry = SyncEntry & { envelope: Envelope };
type Sold = { code: string; op: OpId; entry: Entry };
type Asked = { code: string; monto?: Pesos; key?: OpId };

const reason = 'Se devolvió el producto';

/**
 * A stall's void on its screen is in its device's journal, and comes back with the sale after a restore (B6).
 */
describe("a stall's void on its screen", () => {
  let database: RestorableDatabase;
  let place: OfflineMarket;
  let tablet: RememberingDevice;
  let other: RememberingDevice;

  const sell = async (
    one: RememberingDevice,
    { userId, codeQrUuid }: IssuedVoucher,
    price: number,
  ): Promise<Sold> => {
    const estanteId = one.device.operatorId;
    const payload = { userId, codeQrUuid, price: toAmount(price), estanteId, by: 'stall' as const };
    const entry = one.device.write('purchase', payload);
    const { results } = await one.send([entry]);
    expect(results.map(({ state }) => state)).toEqual(['accepted']);
    return { code: results[0]?.purchase?.codeCompra ?? '', op: entry.envelope.opId, entry };
  };
  const call = ({ code: codeCompra, monto, key }: Asked) =>
    ask(place.app, 'POST', '/shopping/void', {
      body: { codeCompra, reason, ...(monto === undefined ? {} : { monto }) },
      token: place.market.tokens['ESTANTE'],
      headers: { 'idempotency-key': key ?? randomUUID() },
    });
  /** The stall voids on its screen, and its device records it, like the client. */
  const voidAt = async (one: RememberingDevice, asked: Asked, change: object = {}): Promise<Entry> => {
    const opId = toOpId(randomUUID());
    const answer = await call({ ...asked, key: opId });
    expect(answer.status).toBe(201);
    const { purchaseOpIds = [] } = answer.body as unknown as PurchaseVoidReceipt;
    const amount = asked.monto === undefined ? {} : { monto: toAmount(asked.monto) };
    const payload = { purchaseOpIds, codeCompra: asked.code, ...amount, reason, ...change };
    return one.device.write('void', payload, { opId } as Partial<Envelope>);
  };
  const dues = async (): Promise<Pick<StallBalance, 'owed' | 'held'> | undefined> => {
    const stalls = (await place.manage('/cash/stalls')).body as unknown as StallBalance[];
    const found = stalls.find(({ estanteId }) => estanteId === place.market.ids['ESTANTE']);
    return found && { owed: found.owed, held: found.held };
  };
  const stateOf = async (one: RememberingDevice, entry: Entry) => (await one.send([entry])).results[0];
  const reviews = async (): Promise<Conflict[]> => {
    const { items } = (await place.manage('/sync/conflicts?state=review')).body as { items: Conflict[] };
    return items;
  };

  beforeAll(async () => {
    database = await openRestorableDatabase();
    place = await openOfflineMarket({}, database);
    tablet = new RememberingDevice(await place.stallDevice());
    other = new RememberingDevice(await place.stallDevice());
  });
  afterAll(async () => {
    expect(await place.findings()).toEqual([]);
    await place.stop();
  });

  it('B6: comes back after a restore: the voucher is full again and the stall is owed nothing', async () => {
    const voucher = await place.issue(100_000);
    await database.copy();
    const { code } = await sell(tablet, voucher, 80_000);
    const entry = await voidAt(tablet, { code });
    expect(await stateOf(tablet, entry)).toMatchObject({
      state: 'accepted',
      seal: { kid: expect.any(String) },
    });
    await database.putBack();
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(100_000);
    await tablet.report();
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(100_000);
    expect(await dues()).toEqual({ owed: 0, held: 0 });
    // A repeated call gets its answer, and nothing is returned twice.
    const again = await call({ code, key: entry.envelope.opId });
    expect([again.status, again.body['returned']]).toEqual([201, 80_000]);
    await tablet.report();
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(100_000);
  });

  it('B6: comes back in part, once', async () => {
    const voucher = await place.issue(100_000);
    await database.copy();
    const { code } = await sell(tablet, voucher, 60_000);
    await stateOf(tablet, await voidAt(tablet, { code, monto: 10_000 }));
    await stateOf(tablet, await voidAt(tablet, { code, monto: 20_000 }));
    await database.putBack();
    for (let times = 0; times < 2; times += 1) await tablet.report();
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(70_000);
    expect(await dues()).toEqual({ owed: 30_000, held: 0 });
  });

  it('B6: waits for a sale that another tablet of the stall still has to bring', async () => {
    const before = (await dues())?.owed ?? 0;
    const voucher = await place.issue(100_000);
    await database.copy();
    const { code } = await sell(other, voucher, 40_000);
    await stateOf(tablet, await voidAt(tablet, { code }));
    await database.putBack();
    await tablet.report();
    expect((await tablet.report()).device.missing).toHaveLength(1);
    await other.report();
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(60_000);
    await tablet.report();
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(100_000);
    expect((await tablet.report()).device.missing).toEqual([]);
    expect(await dues()).toEqual({ owed: before, held: 0 });
  });

  it("waits for a sale whose old call was refused meanwhile, because another tablet's copy of it is paid all the same", async () => {
    const before = (await dues())?.owed ?? 0;
    const voucher = await place.issue(100_000);
    await database.copy();
    const { code, op } = await sell(other, voucher, 40_000);
    await stateOf(tablet, await voidAt(tablet, { code }));
    await database.putBack();
    expect((await place.buy(voucher, 90_000)).status).toBe(201);
    expect((await place.buy(voucher, 40_000, op)).status).toBe(409);
    await tablet.report();
    expect((await tablet.report()).device.missing).toHaveLength(1);
    await other.report();
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(0);
    await tablet.report();
    expect((await tablet.report()).device.missing).toEqual([]);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(10_000);
    expect(await dues()).toEqual({ owed: before + 90_000, held: 0 });
  });

  it('comes back when an old request brought the sale and the void first, and both were refused (seed 869681203)', async () => {
    const before = (await dues())?.owed ?? 0;
    const voucher = await place.issue(100_000);
    await database.copy();
    const { code, entry: sale } = await sell(tablet, voucher, 80_000);
    const entry = await voidAt(tablet, { code });
    await stateOf(tablet, entry);
    await database.putBack();
    expect((await place.buy(voucher, 90_000)).status).toBe(201);
    for (const one of [tablet, other]) await one.device.sync([]);
    const late = await tablet.device.sync([sale, entry]);
    expect(late.results.map(({ state }) => state)).toEqual(['refused', 'refused']);
    await tablet.report();
    await tablet.report();
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(10_000);
    expect(await dues()).toEqual({ owed: before + 90_000, held: 0 });
  });

  it('does not wait for a sale that its stall has withdrawn, which is never paid (seed 1128013764)', async () => {
    const before = (await dues())?.owed ?? 0;
    const voucher = await place.issue(100_000);
    const { userId, codeQrUuid } = voucher;
    await database.copy();
    const { code, op: purchaseOpId } = await sell(other, voucher, 40_000);
    await stateOf(tablet, await voidAt(tablet, { code }));
    await database.putBack();
    const asked = { userId, codeQrUuid, price: toAmount(40_000), estanteId: other.device.operatorId };
    const withdrawal = other.device.write('withdrawal', { ...asked, purchaseOpId });
    expect((await other.device.sync([withdrawal])).results.map(({ state }) => state)).toEqual(['accepted']);
    await tablet.report();
    expect((await tablet.report()).device.missing).toEqual([]);
    await other.report();
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(100_000);
    expect(await dues()).toEqual({ owed: before, held: 0 });
  });

  it("B6: ends when all devices have reported and none has the sale, made by a customer's phone", async () => {
    const voucher = await place.issue(100_000);
    await database.copy();
    const bought = await place.buy(voucher, 30_000);
    await stateOf(tablet, await voidAt(tablet, { code: String(bought.body['codeCompra']) }));
    await database.putBack();
    for (const one of [tablet, other, tablet]) await one.report();
    expect((await tablet.report()).device.missing).toEqual([]);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(100_000);
  });

  it('B6: comes back for a sale of several vouchers', async () => {
    const vouchers = [await place.issue(50_000), await place.issue(50_000)];
    await database.copy();
    const { device } = tablet;
    const shares = vouchers.map(({ userId, codeQrUuid }) => ({
      opId: toOpId(randomUUID()),
      userId,
      codeQrUuid,
      price: toAmount(30_000),
    }));
    const entries = shares.map(({ opId, ...share }) =>
      device.write('purchase', { ...share, estanteId: device.operatorId, by: 'stall', shares }, {
        v: 2,
        opId,
      } as Partial<Envelope>),
    );
    const { results } = await tablet.send(entries);
    const code = results[0]?.purchase?.saleCode ?? '';
    await stateOf(tablet, await voidAt(tablet, { code }));
    await database.putBack();
    await tablet.report();
    const balances = vouchers.map(({ codeQrUuid }) => place.balanceOf(codeQrUuid));
    expect(await Promise.all(balances)).toEqual([50_000, 50_000]);
  });

  it('A4: gets no seal under the id of a call that voided another sale', async () => {
    const [voucher, paid] = [await place.issue(50_000), await place.issue(50_000)];
    const [mine, foreign] = [await sell(tablet, voucher, 5_000), await sell(tablet, paid, 50_000)];
    const entry = await voidAt(tablet, { code: mine.code }, { purchaseOpIds: [foreign.op] });
    const result = await stateOf(tablet, entry);
    expect(result).toMatchObject({ state: 'refused', refusal: { code: 'KEY_REUSED' } });
    expect(result?.seal).toBeUndefined();
    expect(await place.balanceOf(paid.codeQrUuid)).toBe(0);
  });

  it('is decided like a call without a seal', async () => {
    const [voucher, paid] = [await place.issue(50_000), await place.issue(50_000)];
    const [open, late] = [await sell(tablet, voucher, 20_000), await sell(tablet, paid, 30_000)];
    const write = ({ op, code }: Sold) =>
      tablet.device.write('void', { purchaseOpIds: [op], codeCompra: code, reason });
    expect((await stateOf(tablet, write(open)))?.state).toBe('accepted');
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(50_000);
    const owed = (await dues())?.owed;
    const estanteId = place.market.ids['ESTANTE'];
    expect((await place.manage('/cash/payout', { estanteId, monto: owed })).status).toBe(201);
    const entry = write(late);
    expect(await stateOf(tablet, entry)).toMatchObject({ state: 'in-review', reason: 'PAID_OUT' });
    expect(await place.balanceOf(paid.codeQrUuid)).toBe(20_000);
    const [line] = await reviews();
    expect(line).toMatchObject({ kind: 'void', price: 30_000 });
    const decided = { id: line?._id, to: 'stall', note: 'Lo devolvió' };
    expect((await place.manage('/sync/conflicts/assign', decided)).status).toBe(200);
    expect(await place.balanceOf(paid.codeQrUuid)).toBe(50_000);
    expect((await stateOf(tablet, entry))?.state).toBe('accepted');
    expect(await dues()).toEqual({ owed: -30_000, held: 0 });
  });

  it('is refused for another stall’s sale, or an unknown one', async () => {
    const stranger = await place.otherStallDevice();
    const voucher = await place.issue(50_000);
    const { op, code } = await sell(tablet, voucher, 10_000);
    const payload = { purchaseOpIds: [op], codeCompra: code, reason };
    const none = { ...payload, purchaseOpIds: [toOpId(randomUUID())] };
    const entries = [stranger.write('void', payload), stranger.write('void', none)];
    expect((await stranger.sync(entries)).results.map(({ refusal }) => refusal?.code)).toEqual([
      'UNKNOWN_PURCHASE',
      'UNKNOWN_PURCHASE',
    ]);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(40_000);
  });
});
