import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type OpId } from '#src/protocol/brands.ts';
import { issueVoucher, makeIssuer, openEnrolledDevice } from '#tests/support/device/enrolled-device.ts';
import { unreachable } from '#tests/support/device/sync-ports.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

describe('a sale without a link', () => {
  const issuer = forSuite(makeIssuer);
  const stall = forEachTest(() => openEnrolledDevice(issuer));
  const voucher = forEachTest(() => issueVoucher(issuer, 80_000, stall.clock.now - 3_600_000));
  beforeEach(() => stall.list([{ voucherId: voucher.id, balance: 80_000 }]));
  const exposure = (opId: OpId) => stall.db.exposures.get(opId);

  it('is accepted within the rules: a second envelope, chained to the first', async () => {
    const sale = await stall.sell(voucher, 12_500);
    const result = await stall.accept(sale);
    expect(result.kind).toBe('accepted');
    const [purchase, acceptance] = await stall.db.envelopes.orderBy('seq').toArray();
    expect(acceptance).toMatchObject({
      kind: 'acceptance',
      seq: 2,
      prevHash: purchase && 'hash' in purchase ? purchase.hash : '',
      payload: {
        purchaseOpId: sale,
        price: 12_500,
        knownBalance: 80_000,
        spentHere: 0,
        proof: voucher.proof,
      },
    });
    expect(acceptance).not.toHaveProperty('after');
    expect((await stall.status(sale)).offline).toEqual({ kind: 'accepted', opId: acceptance?.opId });
    expect(await exposure(sale)).toMatchObject({ accepted: true, amount: 12_500 });
  });

  it('is accepted once, however often and from however many tabs', async () => {
    const sale = await stall.sell(voucher, 12_500);
    const results = await Promise.all([stall.accept(sale), stall.accept(sale)]);
    expect(new Set(results.map((result) => result.kind === 'accepted' && result.opId)).size).toBe(1);
    expect(await stall.db.envelopes.count()).toBe(2);
  });

  it('races with its receipt: either transaction wins completely', async () => {
    const sale = await stall.sell(voucher, 12_500);
    const [result] = await Promise.all([stall.accept(sale), stall.drain()]);
    const status = await stall.status(sale);
    expect(await stall.db.envelopes.count()).toBe(result.kind === 'accepted' ? 2 : 1);
    expect(status.offline?.kind === 'accepted').toBe(result.kind === 'accepted');
    await stall.drain();
    expect(await stall.db.exposures.count()).toBe(0);
  });

  it('was not accepted when the page died before: it stays undecided, and can be accepted now', async () => {
    const sale = await stall.sell(voucher, 12_500);
    stall.restart();
    expect(await stall.status(sale)).toMatchObject({ state: 'pending', offline: { kind: 'deciding' } });
    expect((await stall.accept(sale)).kind).toBe('accepted');
  });

  it('was accepted when the page died after: the server gets both, in order', async () => {
    const sale = await stall.sell(voucher, 12_500);
    await stall.accept(sale);
    stall.restart();
    await stall.drain();
    expect(stall.calls[0]?.entries.map(({ envelope }) => (envelope as { kind: string }).kind)).toEqual([
      'purchase',
      'acceptance',
    ]);
  });

  it('is refused while the clock is behind the latest moment seen, until the server gives the time', async () => {
    await stall.sell(voucher, 1);
    stall.clock.now -= 60_000;
    const sale = await stall.sell(voucher, 12_500);
    expect(await stall.accept(sale)).toMatchObject({ reason: 'CLOCK_BEHIND' });
    stall.outcomes = [unreachable];
    await stall.drain();
    stall.clock.now += 3_600_000;
    stall.results = () => ({ state: 'again' });
    await stall.drain();
    expect((await stall.accept(sale)).kind).toBe('settled');
    expect((await stall.accept(await stall.sell(voucher, 12_500))).kind).toBe('accepted');
  });

  it("is refused behind the device's last operation, though the server never gave a later time", async () => {
    stall.clock.now += 3_600_000;
    await stall.sell(voucher, 1);
    stall.clock.now -= 1_800_000;
    expect(await stall.accept(await stall.sell(voucher, 100))).toMatchObject({ reason: 'CLOCK_BEHIND' });
  });

  it('is not withdrawn once it was accepted', async () => {
    const sale = await stall.sell(voucher, 1_000);
    await stall.accept(sale);
    expect(await stall.commands.withdraw(sale)).toBe(false);
  });
});
