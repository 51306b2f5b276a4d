import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { toOpId } from '#src/protocol/brands.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';

const clock = new Date('2026-03-28T15:00:00Z');
const place = marketForSuite({ now: () => clock });

it('an assigned loss is no longer withheld back from its stall', async () => {
  const stall = await place.stallDevice();
  stall.now = () => clock;
  const voucher = await place.issue(10_000);
  await stall.askForList();
  await place.buy(voucher, 10_000);
  await stall.sync([stall.writeAcceptance(toOpId(randomUUID()), { ...voucher, price: 4_000 })]);
  expect(await place.dues()).toMatchObject({ owed: 14_000, withheld: 4_000 });
  const body = { estanteId: place.market.ids['ESTANTE'], monto: 14_000 };
  expect((await place.manage('/cash/payout', body)).body['code']).toBe('MORE_THAN_OWED');
  const items = await place.lines();
  expect((await place.assign(items[0]?._id, 'guarantee')).status).toBe(200);
  expect(await place.dues()).toMatchObject({ owed: 14_000, withheld: 0 });
  expect((await place.manage('/cash/payout', body)).status).toBe(201);
});

it('a stall that bears a loss after it was paid owes it, without an audit finding', async () => {
  const stall = await place.stallDevice();
  stall.now = () => clock;
  const voucher = await place.issue(10_000);
  await stall.askForList();
  await place.buy(voucher, 10_000);
  await stall.sync([stall.writeAcceptance(toOpId(randomUUID()), { ...voucher, price: 4_000 })]);
  const body = { estanteId: place.market.ids['ESTANTE'], monto: 14_000, includeWithheld: true };
  expect((await place.manage('/cash/payout', body)).status).toBe(201);
  const items = await place.lines();
  const open = items.find(({ state }) => state === 'overspend');
  expect((await place.assign(open?._id, 'stall')).status).toBe(200);
  expect(await place.dues()).toMatchObject({ owed: -4_000, withheld: 0 });
  expect(await place.findings()).toEqual([]);
});
