import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { issueVoucher, makeIssuer, openEnrolledDevice } from '#tests/support/device/enrolled-device.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

const hourMs = 3_600_000;

describe('a tablet that fell asleep', () => {
  const issuer = forSuite(makeIssuer);
  const stall = forEachTest(() => openEnrolledDevice(issuer));
  const voucher = forEachTest(() => issueVoucher(issuer, 80_000, stall.clock.now - hourMs));
  beforeEach(() => stall.list([{ voucherId: voucher.id, balance: 80_000 }]));

  /** The answer of /sync has reached the tablet, but the page reads it only after waking up. */
  async function sleepBeforeTheAnswerIsRead(ms: number): Promise<void> {
    await stall.sell(voucher, 1_000);
    const { serve } = stall;
    stall.serve = async (request) => {
      const answer = await serve(request);
      stall.clock.now += ms;
      return answer;
    };
    await stall.drain();
  }

  it('sells nothing with a list that became too old while an answer was on its way', async () => {
    await sleepBeforeTheAnswerIsRead(73 * hourMs);
    const result = await stall.accept(await stall.sell(voucher, 500));
    expect(result).toEqual({ kind: 'refused', reason: 'LIST_TOO_OLD', most: 0 });
  });

  it('still sells with a recent list while an answer was on its way', async () => {
    await sleepBeforeTheAnswerIsRead(20 * hourMs);
    expect((await stall.accept(await stall.sell(voucher, 500))).kind).toBe('accepted');
    const acceptance = await stall.db.envelopes.orderBy('seq').last();
    expect(acceptance).toMatchObject({
      kind: 'acceptance',
      clockOffset: 0,
      occurredAt: new Date(stall.clock.now).toISOString(),
    });
  });

  it('accepts nothing as of an earlier moment when the decision waited for the disk', async () => {
    const sale = await stall.sell(voucher, 500);
    const evening = stall.clock.now;
    const transaction = stall.db.transaction.bind(stall.db);
    vi.spyOn(stall.db, 'transaction').mockImplementation((...parameters: unknown[]) => {
      if (parameters[0] === 'rw' && stall.clock.now < evening + 73 * hourMs) stall.clock.now += 73 * hourMs;
      return Reflect.apply(transaction, stall.db, parameters);
    });
    expect(await stall.accept(sale)).toEqual({ kind: 'refused', reason: 'LIST_TOO_OLD', most: 0 });
    const withdrawal = await stall.db.envelopes.orderBy('seq').last();
    expect(withdrawal).toMatchObject({
      kind: 'withdrawal',
      occurredAt: new Date(stall.clock.now).toISOString(),
    });
  });
});
