import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toOpId } from '#src/protocol/brands.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { customersOf } from '#tests/support/market/customers-of.ts';
import { type IssuedVoucher } from '#tests/support/market/open-market.ts';
import { forEachTest } from '#tests/support/suite.ts';

describe('lines that a manager has to review', () => {
  const place = marketForSuite();
  const stall = forEachTest(() => place.stallDevice());

  const revoke = (device: SignedDevice) => place.manage('/devices/revoke', { id: device.id });
  const setStatus = (id: string, status: string) =>
    place.rowsOf('update person set status = $2 where id = $1', id, status);
  /** A voucher with a balance of `left`, which the device still believes to be full. */
  const spentElsewhere = async (face: number, left: number): Promise<IssuedVoucher> => {
    const voucher = await place.issue(face);
    await place.buy(voucher, face - left);
    return voucher;
  };
  const acceptance = (voucher: IssuedVoucher, price: number, change: object = {}) =>
    stall.writeAcceptance(toOpId(randomUUID()), { ...voucher, price }, change);
  const reasonOf = async (entry: ReturnType<typeof acceptance>): Promise<string | undefined> => {
    const [result] = (await stall.sync([entry])).results;
    return result?.state === 'in-review' ? result.reason : result?.state;
  };

  it('add up certainly open sales: those of one contact, not those of earlier contacts', async () => {
    const voucher = await spentElsewhere(50_000, 1);
    const [one, two] = [acceptance(voucher, 30_000), acceptance(voucher, 20_001)];
    const results = (await stall.sync([one, two])).results;
    expect(results.map(({ state, reason }) => reason ?? state)).toEqual(['SPENT_ELSEWHERE', 'BEYOND_LIMITS']);
    // A sale paid in an earlier contact is not open any more: the next one is judged on its own.
    const other = await place.issue(60_000);
    expect(await reasonOf(acceptance(other, 30_000))).toBe('accepted');
    expect(await reasonOf(acceptance(other, 25_000, { spentHere: 30_000 }))).toBe('accepted');
  });

  it('include a code without a valid proof, without a charge to the voucher it names', async () => {
    const [voucher, other] = [await place.issue(9_000), await place.issue(9_000)];
    for (const proof of ['', 'v1.AAAA', other.proof])
      expect(await reasonOf(acceptance({ ...voucher, proof }, 100))).toBe('BAD_PROOF');
    const { _id } = await place.lineOf(voucher.codeQrUuid);
    const before = await place.sums();
    const assigned = await place.assign(_id, 'guarantee');
    expect(assigned.body).toMatchObject({ _id, state: 'resolved', missing: 100 });
    const after = await place.sums();
    expect([after['stall'], after['guarantee']].map(Number)).toEqual([
      Number(before['stall'] ?? 0) + 100,
      Number(before['guarantee'] ?? 0) - 100,
    ]);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(9_000);
  });

  it('include the operations of a revoked device, a rejected stall and a second history', async () => {
    const voucher = await place.issue(900);
    await setStatus(place.market.ids['ESTANTE'], 'RECHAZADO');
    expect(await reasonOf(acceptance(voucher, 100))).toBe('OPERATOR_INACTIVE');
    await setStatus(place.market.ids['ESTANTE'], 'APROBADO');
    const fork = stall.writeAcceptance(toOpId(randomUUID()), { ...voucher, price: 100 });
    const twin = stall.write(
      'acceptance',
      { ...fork.envelope.payload, purchaseOpId: toOpId(randomUUID()) } as never,
      { seq: fork.envelope.seq, prevHash: fork.envelope.prevHash },
    );
    expect(await reasonOf(fork)).toBe('accepted');
    expect(await reasonOf(twin)).toBe('JOURNAL_FORK');
    const known = acceptance(voucher, 100);
    await stall.sync([known]);
    await revoke(stall);
    expect(await reasonOf(known)).toBe('accepted');
    expect(await reasonOf(acceptance(voucher, 100))).toBe('DEVICE_REVOKED');
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(700);
  });

  it.each(['guarantee', 'customer'])('are paid in review, the rest borne by %s', async (to) => {
    const voucher = await spentElsewhere(60_000, 40_000);
    const entry = acceptance(voucher, 55_000);
    expect(await reasonOf(entry)).toBe('BEYOND_LIMITS');
    const { _id } = await place.lineOf(voucher.codeQrUuid);
    const answers = await Promise.all(Array.from({ length: 4 }, () => place.assign(_id, to)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect((await stall.sync([entry])).results[0]).toMatchObject({
      state: 'settled-with-overspend',
      missing: 15_000,
      purchase: { nuevoSaldo: 0 },
    });
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(0);
    expect(await place.findings()).toEqual([]);
  });

  it('pay nothing of a sale that the stall bears, permanently', async () => {
    const voucher = await place.issue(60_000);
    const [purchase] = stall.writeAcceptedPurchase({ ...voucher, price: 55_000 });
    const entry = stall.writeAcceptance(purchase.envelope.opId, { ...voucher, price: 55_000 });
    expect(await reasonOf(entry)).toBe('BEYOND_LIMITS');
    const { _id } = await place.lineOf(voucher.codeQrUuid);
    expect((await place.assign(_id, 'stall')).status).toBe(200);
    const results = (await stall.sync([purchase, entry])).results;
    expect(results.map(({ refusal }) => refusal?.code)).toEqual(['REVIEW_REJECTED', 'REVIEW_REJECTED']);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(60_000);
  });

  it('do not depend on how a paid purchase was accepted', async () => {
    const voucher = await place.issue(60_000);
    const entries = stall.writeAcceptedPurchase(
      { ...voucher, price: 55_000, proof: '' },
      { limitsVersion: 9 },
    );
    expect(await stall.states(entries)).toEqual(['accepted', 'accepted']);
  });

  it('have one acceptance of a purchase, by the device that placed it, for the same sale', async () => {
    const voucher = await place.issue(60_000);
    const another = await place.stallDevice();
    const sale = { ...voucher, price: 1_000 };
    const [purchase, acceptance] = stall.writeAcceptedPurchase(sale);
    const { opId } = purchase.envelope;
    await stall.sync([purchase, acceptance]);
    const again = stall.writeAcceptance(opId, sale);
    const open = stall.writeSale(voucher, 1_000);
    const dearer = stall.writeAcceptance(open.envelope.opId, { ...sale, price: 2_000 });
    const foreign = another.writeAcceptance(open.envelope.opId, sale);
    for (const [device, entries] of [
      [stall, [again]],
      [stall, [open, dearer]],
      [another, [foreign]],
    ] as const)
      expect((await device.sync(entries)).results.at(-1)?.refusal?.code).toBe('KEY_REUSED');
    const { RECARGA: kiosk, 'other ESTANTE': elsewhere } = place.market.ids;
    const { payload } = stall.writeAcceptance(toOpId(randomUUID()), sale).envelope;
    const of = (estanteId: string) =>
      stall.write('acceptance', { ...payload, estanteId }, { operatorId: estanteId });
    const ofOthers = [of(elsewhere), of(randomUUID())];
    const inAnotherName = [
      stall.write('acceptance', payload, { operatorId: kiosk }),
      stall.writeSale(voucher, 1_000, { operatorId: kiosk }),
    ];
    const { results } = await stall.sync([...ofOthers, ...inAnotherName]);
    expect(results.map(({ refusal }) => refusal?.code)).toEqual([
      'FORBIDDEN',
      'UNKNOWN_STALL',
      'FORBIDDEN',
      'FORBIDDEN',
    ]);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(58_000);
  });

  describe('a top-up', () => {
    const revokedTopUp = async () => {
      const kiosk = await place.kiosk();
      await revoke(kiosk);
      const paper = kiosk.writePaper(5_000, place.market.customer.id);
      expect(await kiosk.outcomes([paper.topUp])).toEqual(['in-review DEVICE_REVOKED']);
      return { kiosk, paper };
    };

    it('of a revoked kiosk is made when the market bears it, with the sales that waited for it', async () => {
      const { kiosk, paper } = await revokedTopUp();
      const uuid = paper.codeQrUuid;
      const sale = stall.writeAcceptance(toOpId(randomUUID()), { ...paper, price: 2_000 });
      expect(await stall.states([sale])).toEqual(['waiting-top-up']);
      const line = await place.lineOf(uuid, 'state=review');
      expect(line).toMatchObject({ kind: 'cash-taken', price: 5_000, userName: 'luz marina' });
      expect((await place.assign(line?._id ?? '', 'guarantee')).status).toBe(200);
      expect((await kiosk.sync([paper.topUp])).results[0]?.topUp).toMatchObject({ monto: 5_000, uuid });
      expect(await stall.states([sale])).toEqual(['accepted']);
      expect(await place.balanceOf(uuid)).toBe(3_000);
    });

    it('is made for a customer who was deleted meanwhile, with the approval of a person', async () => {
      const clientId = await customersOf(place).register();
      const kiosk = await place.kiosk();
      const { topUp, codeQrUuid } = kiosk.writePaper(20_000, clientId);
      expect((await place.remove('ADMIN', `/client/delete/${clientId}`)).status).toBe(200);
      expect(await kiosk.outcomes([topUp])).toEqual(['in-review CUSTOMER_GONE']);
      const { _id } = await place.lineOf(codeQrUuid);
      expect((await place.assign(_id, 'guarantee', 'ADMIN')).status).toBe(200);
      expect(await kiosk.states([topUp])).toEqual(['accepted']);
      expect(await place.balanceOf(codeQrUuid)).toBe(20_000);
    });

    it('is refused permanently when a stall wrote it', async () => {
      const { topUp: byStall } = stall.writePaper(1_000, place.market.customer.id);
      expect((await stall.sync([byStall])).results[0]?.refusal?.code).toBe('FORBIDDEN');
    });
  });

  it('keeps every version of the limits, and shows their cost', async () => {
    const command = {
      perVoucher: 10_000,
      perDevice: 20_000,
      snapshotHours: 2,
      kioskVoucher: 0,
      kioskTotal: 0,
    };
    const before = (await place.manage('/sync/limits')).body as { stallDevices: number };
    const beyond = { ...command, perDevice: Number.MAX_SAFE_INTEGER };
    expect((await place.manage('/sync/limits', beyond)).status).toBe(400);
    const after = (await place.manage('/sync/limits', command)).body;
    expect(after).toMatchObject({
      limits: { ...command, version: 2, warnHours: 2 },
      worstPerVoucher: before.stallDevices * 10_000,
      worstTotal: before.stallDevices * 20_000,
    });
    const voucher = await place.issue(60_000);
    expect(await reasonOf(acceptance(voucher, 10_001, { limitsVersion: 2 }))).toBe('BEYOND_LIMITS');
    expect(await reasonOf(acceptance(voucher, 10_001, { limitsVersion: 1 }))).toBe('accepted');
    expect(await reasonOf(acceptance(voucher, 1, { limitsVersion: 7 })), 'none').toBe('BEYOND_LIMITS');
    expect((await stall.sync([])).limits.version).toBe(2);
  });

  it('are not paid twice by a decision on one whose purchase was paid meanwhile', async () => {
    const voucher = await place.issue(60_000);
    const [purchase, entry] = stall.writeAcceptedPurchase({ ...voucher, price: 55_000 });
    expect(await stall.states([entry])).toEqual(['in-review']);
    const { _id } = await place.lineOf(voucher.codeQrUuid);
    expect(await stall.states([purchase])).toEqual(['accepted']);
    const paid = await place.sums();
    expect((await place.assign(_id, 'guarantee')).body['code']).toBe('WRONG_STATE');
    expect(await place.sums()).toEqual(paid);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(5_000);
    expect(await place.lineOf(voucher.codeQrUuid)).toMatchObject({ state: 'resolved', assignee: null });
  });
});
