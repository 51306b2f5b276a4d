import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeEnrolment } from '#src/client/local/device/enrolment.ts';
import { updateStatus } from '#src/client/local/outbox/outbox.ts';
import { envelopeHash } from '#src/protocol/envelope.ts';
import { issueVoucher, makeIssuer, openEnrolledDevice } from '#tests/support/device/enrolled-device.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

const issuer = forSuite(makeIssuer);
const device = forEachTest(() => openEnrolledDevice(issuer));
const voucher = forEachTest(() => issueVoucher(issuer, 50_000, device.clock.now));

beforeEach(() => {
  device.list([{ voucherId: voucher.id, balance: 50_000 }]);
});

const kinds = async () =>
  (await device.db.envelopes.orderBy('seq').toArray()).map((stored) =>
    'kind' in stored ? stored.kind : '?',
  );

describe('a person who reports that nothing was handed over', () => {
  it('withdraws the sale: a second envelope is chained to the first, and nothing of it stays open here', async () => {
    const sale = await device.sell(voucher, 10_000);
    expect(await device.commands.withdraw(sale)).toBe(true);
    const [purchase, withdrawal] = await device.db.envelopes.orderBy('seq').toArray();
    if (!purchase || !withdrawal || !('hash' in purchase) || !('hash' in withdrawal))
      throw new Error('not written');
    expect(withdrawal).toMatchObject({
      kind: 'withdrawal',
      prevHash: purchase.hash,
      payload: { purchaseOpId: sale, price: 10_000 },
    });
    expect(withdrawal.payload).not.toHaveProperty('by');
    expect(envelopeHash(withdrawal)).toBe(withdrawal.hash);
    expect(await device.status(sale)).toMatchObject({
      offline: { kind: 'withdrawn', reason: 'BY_PERSON' },
      seen: true,
    });
    expect(await device.db.exposures.count()).toBe(0);
  });

  it('loses or wins completely against a simultaneous acceptance', async () => {
    const sale = await device.sell(voucher, 10_000);
    const [isWithdrawn, accepted] = await Promise.all([device.commands.withdraw(sale), device.accept(sale)]);
    expect(isWithdrawn).toBe(accepted.kind !== 'accepted');
    expect(await kinds()).toEqual(['purchase', isWithdrawn ? 'withdrawal' : 'acceptance']);
  });

  it.each(['accepted', 'refused', 'in-review', 'waiting-top-up'] as const)(
    'is too late once the server has it: %s',
    async (state) => {
      const sale = await device.sell(voucher, 10_000);
      await updateStatus(device.db, sale, { state });
      expect(await device.commands.withdraw(sale)).toBe(false);
      expect(await kinds()).toEqual(['purchase']);
    },
  );

  it('is not done on a revoked device', async () => {
    const sale = await device.sell(voucher, 5_000);
    await changeEnrolment(device.db, { state: 'revoked' });
    expect(await device.commands.withdraw(sale)).toBe(false);
  });
});
