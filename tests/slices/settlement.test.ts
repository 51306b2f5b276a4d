import { describe, expect, it } from 'vitest';
import type { VoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { type SignedDevice, unsealed } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { forSuite } from '#tests/support/suite.ts';

describe('the settlement of offline sales', () => {
  const place = marketForSuite();
  const stall = forSuite(() => place.stallDevice());
  const other = forSuite(() => openOtherStall());
  /** Opens a market that accepts other markets' unlisted vouchers up to the limit for its own. */
  const openOtherStall = async () => {
    const limits = { perVoucher: 50_000, perDevice: 1_000_000, snapshotHours: 72 };
    const answer = await place.as('other GLOBAL_MARKET', '/sync/limits', {
      ...limits,
      kioskVoucher: 100_000,
      kioskTotal: 1_000_000,
      foreignVoucher: 50_000,
    });
    expect(answer.body).toMatchObject({ limits: { version: 2, foreignVoucher: 50_000 } });
    const device = await place.otherStallDevice();
    device.limitsVersion = 2;
    return device;
  };
  const kiosk = forSuite(() => place.kiosk());

  const resultsOf = async (device: SignedDevice, entries: Parameters<SignedDevice['sync']>[0]) =>
    (await device.sync(entries)).results;
  const conflictOf = async ({ codeQrUuid }: { codeQrUuid: VoucherId }) =>
    (await place.lines()).filter(({ shortCode }) => shortCode === shortCodeOf(codeQrUuid));

  it('pays the stall in full when the voucher was spent elsewhere, blocks it, and records one shortfall', async () => {
    const voucher = await place.issue(10_000);
    const before = await place.sums();
    await place.buy(voucher, 7_000);
    const entries = stall.writeAcceptedPurchase({ ...voucher, price: 5_000 });
    const first = await resultsOf(stall, entries);
    const [purchase, acceptance] = first;
    expect(purchase).toMatchObject({ state: 'refused', refusal: { code: 'INSUFFICIENT_BALANCE' } });
    expect(acceptance).toMatchObject({
      state: 'settled-with-overspend',
      missing: 2_000,
      reason: 'SPENT_ELSEWHERE',
      purchase: { price: 5_000, nuevoSaldo: 0, points: 3, missing: 2_000 },
    });
    // Each answer has its own seal, with the database's position at that time.
    expect(unsealed(await resultsOf(stall, entries))).toEqual(unsealed(first));
    const after = await place.sums();
    expect((after['overspend'] ?? 0) - (before['overspend'] ?? 0)).toBe(-2_000);
    expect((after['stall'] ?? 0) - (before['stall'] ?? 0)).toBe(12_000);
    const shown = await place.as('nobody', `/code-qr/search/${voucher.codeQrUuid}`);
    expect(shown.body).toMatchObject({ state: 'BLOCKED', blockedBecause: 'overspend', monto: 0 });
    const history = await place.as('nobody', `/client/history?codeQrUuid=${voucher.codeQrUuid}`);
    expect((history.body['items'] as unknown[])[0]).toMatchObject({
      missing: 2_000,
      reason: 'SPENT_ELSEWHERE',
    });
    expect(await conflictOf(voucher)).toMatchObject([
      { state: 'overspend', reason: 'SPENT_ELSEWHERE', missing: 2_000, deviceName: 'Tableta 7', trace: [{}] },
    ]);
  });

  it("names the reason of a block, even after a settlement's block was lifted", async () => {
    const voucher = await place.issue(2_000);
    await place.buy(voucher, 2_000);
    await resultsOf(stall, stall.writeAcceptedPurchase({ ...voucher, price: 500 }));
    const whyOf = async (): Promise<unknown> => {
      const answer = await place.as('nobody', `/code-qr/search/${voucher.codeQrUuid}`);
      return answer.body['blockedBecause'];
    };
    expect(await whyOf()).toBe('overspend');
    const id = await place.idOf(voucher.codeQrUuid);
    const body = { id, reason: 'Hablado con la dueña' };
    expect((await place.manage('/code-qr/unblock', body)).status).toBe(200);
    expect(await whyOf()).toBeUndefined();
    expect((await place.manage('/code-qr/block', body)).status).toBe(200);
    expect(await whyOf()).toBe('person');
    const tablet = await place.stallDevice();
    const [, settled] = await resultsOf(tablet, tablet.writeAcceptedPurchase({ ...voucher, price: 300 }));
    expect(settled).toMatchObject({ reason: 'VOUCHER_BLOCKED' });
  });

  it('assigns an overspend once, even for simultaneous requests', async () => {
    for (const to of ['guarantee', 'customer', 'stall']) {
      const voucher = await place.issue(1_000);
      await place.buy(voucher, 1_000);
      await stall.sync(stall.writeAcceptedPurchase({ ...voucher, price: 600 }));
      const [line] = await conflictOf(voucher);
      const before = await place.sums();
      const answers = await Promise.all(Array.from({ length: 8 }, () => place.assign(line?._id, to)));
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)]);
      const after = await place.sums();
      const kind = to === 'customer' ? 'debt' : to;
      expect((after[kind] ?? 0) - (before[kind] ?? 0)).toBe(-600);
      expect((after['overspend'] ?? 0) - (before['overspend'] ?? 0)).toBe(600);
      expect(await conflictOf(voucher)).toMatchObject([
        { state: 'resolved', assignee: to, note: 'visto', missing: 600, resolvedBy: 'Amparo Restrepo' },
      ]);
    }
    expect(await place.findings()).toEqual([]);
  });

  describe('a voucher whose top-up has not arrived', () => {
    const unknown = () => kiosk.writePaper(10_000, place.market.customer.id);

    it('waits, and is settled by the sync that brings it', async () => {
      const { topUp, ...voucher } = unknown();
      const entries = stall.writeAcceptedPurchase({ ...voucher, price: 4_000 });
      const [refused, waiting] = await resultsOf(stall, entries);
      expect([refused?.refusal?.code, waiting?.state, waiting?.reason]).toEqual([
        'UNKNOWN_VOUCHER',
        'waiting-top-up',
        'UNKNOWN_VOUCHER',
      ]);
      expect(await stall.states(entries)).toEqual(['waiting-top-up', 'waiting-top-up']);
      expect(await conflictOf(voucher)).toMatchObject([{ state: 'waiting', alarm: false }]);
      expect((await resultsOf(kiosk, [topUp]))[0]?.state).toBe('accepted');
      expect(await conflictOf(voucher)).toMatchObject([{ state: 'resolved', assignee: null, missing: 0 }]);
      const [, settled] = await resultsOf(stall, entries);
      expect(settled).toMatchObject({ state: 'accepted', purchase: { nuevoSaldo: 6_000 } });
    });

    it("is settled by a separate top-up, the second sale with the first one's remainder", async () => {
      const { topUp: _topUp, ...voucher } = unknown();
      const [, first] = stall.writeAcceptedPurchase({ ...voucher, price: 4_000 });
      const [, second] = other.writeAcceptedPurchase({ ...voucher, price: 7_000 });
      expect(await stall.states([first])).toEqual(['waiting-top-up']);
      expect(await other.states([second])).toEqual(['waiting-top-up']);
      const { codeQrUuid: uuid, userId: clientId } = voucher;
      const answer = await place.as('RECARGA', '/code-qr/create-recharger', {
        monto: 10_000,
        uuid,
        clientId,
      });
      expect(answer.status).toBe(201);
      expect(await stall.states([first])).toEqual(['accepted']);
      expect((await resultsOf(other, [second]))[0]).toMatchObject({
        missing: 1_000,
        reason: 'SPENT_ELSEWHERE',
      });
    });

    it.each(['guarantee', 'customer', 'stall'])('may be borne before it arrives, by %s', async (to) => {
      const { topUp, ...voucher } = unknown();
      const entries = stall.writeAcceptedPurchase({ ...voucher, price: 4_000 });
      // The purchase never arrives before the manager decides.
      await stall.sync([entries[1]]);
      const [line] = await conflictOf(voucher);
      expect((await place.assign(line?._id, to)).body).toMatchObject({ state: 'resolved', assignee: to });
      await kiosk.sync([topUp]);
      const [purchase, acceptance] = await resultsOf(stall, entries);
      expect(purchase?.refusal?.code).toBe('REVIEW_REJECTED');
      expect(acceptance?.state).toBe(to === 'stall' ? 'refused' : 'settled-with-overspend');
      expect(await place.balanceOf(voucher.codeQrUuid)).toBe(10_000);
    });
  });

  it('settles each sale once while top-up, syncs and the sale alone race', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { topUp, ...voucher } = kiosk.writePaper(10_000, place.market.customer.id);
      const mine = stall.writeAcceptedPurchase({ ...voucher, price: 6_000 });
      const theirs = other.writeAcceptedPurchase({ ...voucher, price: 6_000 });
      await Promise.all([
        kiosk.sync([topUp]),
        ...Array.from({ length: 3 }, () => stall.sync(mine)),
        ...Array.from({ length: 3 }, () => other.sync(theirs)),
        place.buy(voucher, 6_000, mine[0].envelope.opId),
      ]);
      const states = [...(await stall.states([mine[1]])), ...(await other.states([theirs[1]]))];
      expect(states.sort()).toEqual(['accepted', 'settled-with-overspend']);
      expect(await place.balanceOf(voucher.codeQrUuid)).toBe(0);
      expect(await place.findings()).toEqual([]);
    }
  });

  it('settles a purchase that arrives alone while its acceptance is settled', async () => {
    for (const price of [500, 1_500]) {
      const voucher = await place.issue(2_000);
      await place.buy(voucher, 1_000);
      const [purchase, acceptance] = stall.writeAcceptedPurchase({ ...voucher, price });
      const [online] = await Promise.all([
        place.buy(voucher, price, purchase.envelope.opId),
        stall.sync([acceptance]),
        stall.sync([acceptance]),
      ]);
      const [settled] = await resultsOf(stall, [acceptance]);
      const missing = Math.max(0, price - 1_000);
      expect(settled?.missing ?? 0).toBe(missing);
      if (online.status === 201) expect(online.body['codeCompra']).toBe(settled?.purchase?.codeCompra);
      const rows = await place.rowsOf<{ count: number }>(
        'select count(*)::int as count from movement where reference = $1',
        purchase.envelope.opId,
      );
      expect(rows[0]?.count).toBe(1);
    }
  });
});
