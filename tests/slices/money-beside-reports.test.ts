import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { gate } from '#tests/support/gate.ts';
import { type Market } from '#tests/support/market/open-market.ts';

const place = marketForSuite();

/** More reports than there are connections for reads, all of which last until `work` is done. */
async function besideReports(
  database: Market['opened']['database'],
  work: () => Promise<void>,
): Promise<void> {
  const end = gate();
  const reports = Promise.allSettled(
    Array.from({ length: 40 }, () => database.transaction(() => end.opened, 'read')),
  );
  try {
    await work();
  } finally {
    end.open();
    await reports;
  }
}

it('tops up and sells while reports hold every connection for reads', async () => {
  await besideReports(place.opened.database, async () => {
    const codeQrUuid = await place.topUp(50_000);
    await place.bought(codeQrUuid, 1_000);
    expect((await place.buy(codeQrUuid, 1_000, randomUUID())).status).toBe(201);
  });
}, 20_000);

it("accepts devices' operations while reports hold every connection for reads", async () => {
  const device = await place.stallDevice();
  const voucher = await place.issue(50_000);
  await besideReports(place.opened.database, async () => {
    const sale = device.writeAcceptedPurchase({ ...voucher, price: 1_000 });
    expect(await device.states(sale)).toEqual(['accepted', 'accepted']);
  });
}, 20_000);
