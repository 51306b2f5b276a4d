import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { toAmount, toOpId } from '#src/protocol/brands.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';

const place = marketForSuite();

it('a list may have been read before a movement in the transaction at its position', async () => {
  const stall = await place.stallDevice();
  const voucher = await place.issue(10_000);
  expect((await place.buy(voucher, 9_000)).status).toBe(201);
  const asOf = Date.now();
  await place.rowsOf(
    `insert into handed_list (device_id, as_of, position, is_of_market)
      select $1, $2, m.xid, true from movement m join purchase b on b.movement_id = m.id where b.voucher_id = $3`,
    stall.id,
    asOf,
    voucher.codeQrUuid,
  );
  const sale = (knownBalance: number) =>
    stall.writeAcceptance(
      toOpId(randomUUID()),
      { ...voucher, price: 500 },
      { knownBalance: toAmount(knownBalance), snapshotAsOf: asOf },
    );
  expect((await stall.sync([sale(10_001), sale(10_000)])).results).toMatchObject([
    { state: 'in-review', reason: 'CLAIM_UNTRUE' },
    { state: 'accepted' },
  ]);
});
