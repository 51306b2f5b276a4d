import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { storeLimits } from '#src/client/local/device/server-config.ts';
import { toAmount, toMarketId } from '#src/protocol/brands.ts';
import {
  issueVoucher,
  limits,
  makeIssuer,
  openEnrolledDevice,
} from '#tests/support/device/enrolled-device.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

const issuer = forSuite(makeIssuer);
const [own, other] = [toMarketId(randomUUID()), toMarketId(randomUUID())];
const device = forEachTest(() => openEnrolledDevice(issuer));
beforeEach(async () => {
  device.list([]);
  await storeLimits(device.db, { ...limits, marketId: own });
});

const paperOf = (market: typeof own | null) => issueVoucher(issuer, 50_000, device.clock.now, market);
const accept = async (paper: Awaited<ReturnType<typeof paperOf>>, price: number) =>
  device.accept(await device.sell(paper, price));

describe('a voucher unknown to the tablet', () => {
  it('is accepted by its proof when its own market issued it, and otherwise needs a link', async () => {
    expect(await accept(await paperOf(own), 8_000)).toMatchObject({ kind: 'accepted' });
    expect(await accept(await paperOf(other), 8_000)).toEqual({
      kind: 'refused',
      reason: 'FOREIGN_VOUCHER',
      most: 0,
    });
    expect(await accept(await paperOf(null), 8_000)).toMatchObject({ kind: 'accepted' });
  });

  it("of another market is accepted up to the market's limit for such vouchers, over all its sales", async () => {
    await storeLimits(device.db, { ...limits, marketId: own, foreignVoucher: toAmount(10_000) });
    const paper = await paperOf(other);
    expect(await accept(paper, 6_000)).toMatchObject({ kind: 'accepted' });
    expect(await accept(paper, 6_000)).toEqual({ kind: 'refused', reason: 'FOREIGN_VOUCHER', most: 4_000 });
    expect(await accept(paper, 4_000)).toMatchObject({ kind: 'accepted' });
  });

  it("of another market is ordinary once it is listed, or when the server never named the tablet's market", async () => {
    const paper = await paperOf(other);
    device.list([{ voucherId: paper.id, balance: 50_000 }], device.clock.now + 1);
    expect(await accept(paper, 30_000)).toMatchObject({ kind: 'accepted' });
    await storeLimits(device.db, limits);
    expect(await accept(await paperOf(other), 8_000)).toMatchObject({ kind: 'accepted' });
  });
});
