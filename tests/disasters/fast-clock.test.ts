import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { toAmount, toPoints } from '#src/protocol/brands.ts';
import { issueVoucher, makeIssuer, openEnrolledDevice } from '#tests/support/device/enrolled-device.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

const offsets = [0, 1, 2, 5, 10, 14, 15, 16, 60].flatMap((seconds) => [seconds, -seconds]);
const minute = 60_000;
const issuer = forSuite(makeIssuer);
const stall = forEachTest(() => openEnrolledDevice(issuer));
const voucher = forEachTest(() => issueVoucher(issuer, 50_000, stall.clock.now - 60 * minute));

/** Looks the code up with a link. */
const lookUp = (balance: number, order: { epoch: number; position: number }) =>
  stall.commands.rememberBalance({
    uuid: voucher.id,
    monto: toAmount(balance),
    status: true,
    readAt: { serverTime: new Date(stall.clock.now - stall.aheadMs).toISOString(), ...order },
  });

const sellWithoutLink = async (price: number): Promise<string> => {
  stall.clock.now += 1_000;
  return (await stall.accept(await stall.sell(voucher, price))).kind;
};

describe('a tablet whose clock is wrong', () => {
  it.each(offsets)('that is %i s ahead does not spend the same money again offline', async (ahead) => {
    stall.aheadMs = ahead * 1_000;
    stall.clock.now += stall.aheadMs;
    stall.list([{ voucherId: voucher.id, balance: 50_000 }], stall.clock.now - stall.aheadMs - 10 * minute);
    await lookUp(50_000, { epoch: 1, position: 10 });
    stall.clock.now += 4_000;
    // Its receipt leaves 1,000.
    await stall.sell(voucher, 49_000);
    await stall.drain();
    stall.clock.now += minute;
    expect(await sellWithoutLink(1_001)).not.toBe('accepted');
    expect(await sellWithoutLink(1_000)).toBe('accepted');
  });
});

describe('a tablet whose server was restored to an older copy', () => {
  const sealed = (epoch: number, position: number) => ({ seal: { epoch, position, kid: 'k', mac: 'm' } });
  const receipt = (price: number, nuevoSaldo: number) => ({
    codeCompra: 'C-7K4M2QXD',
    nuevoSaldo: toAmount(nuevoSaldo),
    price: toAmount(price),
    estanteName: 'Rosalba',
    userName: 'luz',
    codeQrUuid: voucher.id,
    points: toPoints(0),
    createAt: new Date(stall.clock.now).toISOString(),
  });
  /** A sale with a link, sealed in `epoch`. */
  const sellSealed = async (price: number, left: number, epoch: number, position: number): Promise<void> => {
    stall.clock.now += minute;
    await stall.sell(voucher, price);
    stall.epoch = epoch;
    // The server requests its lost operations and does not record them yet.
    stall.results = ({ payload }) =>
      'price' in payload && payload.price === price
        ? { purchase: receipt(price, left), ...sealed(epoch, position) }
        : { state: 'again' };
    await stall.drain();
  };

  beforeEach(async () => {
    stall.list([{ voucherId: voucher.id, balance: 50_000 }], stall.clock.now - 10 * minute);
    await sellSealed(24_500, 25_500, 1, 10);
  });

  it('counts a sale that the new epoch has not recorded as open, whatever a newer receipt leaves', async () => {
    stall.answer = { ackSeq: 0, missing: [1] };
    await sellSealed(1_000, 49_000, 2, 5);
    expect(await sellWithoutLink(24_501)).not.toBe('accepted');
    expect(await sellWithoutLink(24_500)).toBe('accepted');
  });

  it('counts it as settled once the new epoch has it, and knows the balance', async () => {
    stall.answer = { ackSeq: 0, missing: [1] };
    await sellSealed(1_000, 49_000, 2, 5);
    stall.clock.now += minute;
    stall.answer = {};
    stall.results = () => ({ purchase: receipt(24_500, 24_500), ...sealed(2, 8) });
    await stall.drain();
    expect(await sellWithoutLink(24_501)).not.toBe('accepted');
    expect(await sellWithoutLink(24_500)).toBe('accepted');
  });

  it.each([
    ['of a later epoch, before any contact', { epoch: 2, position: 5 }],
    ['of the same epoch and an earlier position, which nobody has noticed', { epoch: 1, position: 9 }],
  ])('counts it as open for a look-up %s', async (_which, order) => {
    stall.clock.now += minute;
    await lookUp(50_000, order);
    expect(await sellWithoutLink(25_501)).not.toBe('accepted');
    expect(await sellWithoutLink(25_500)).toBe('accepted');
  });

  it('trusts a look-up that includes the sale', async () => {
    stall.clock.now += minute;
    await lookUp(40_000, { epoch: 1, position: 11 });
    expect(await sellWithoutLink(40_001)).not.toBe('accepted');
    expect(await sellWithoutLink(40_000)).toBe('accepted');
  });
});
