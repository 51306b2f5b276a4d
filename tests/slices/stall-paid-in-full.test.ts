import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { toOpId } from '#src/protocol/brands.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';

const place = marketForSuite();

/** A sale of 4,000 on a voucher that was spent elsewhere at the same stall; returns the line's id. */
const overspend = async () => {
  const stall = await place.stallDevice();
  const voucher = await place.issue(10_000);
  await stall.askForList();
  await place.buy(voucher, 10_000);
  await stall.sync([stall.writeAcceptance(toOpId(randomUUID()), { ...voucher, price: 4_000 })]);
  return (await place.lineOf(voucher.codeQrUuid))._id;
};
const pay = (change: object = {}) =>
  place.manage('/cash/payout', { estanteId: place.market.ids['ESTANTE'], monto: 14_000, ...change });

it('an assigned loss is no longer withheld back from its stall', async () => {
  const line = await overspend();
  expect(await place.dues()).toMatchObject({ owed: 14_000, withheld: 4_000 });
  expect((await pay()).body['code']).toBe('MORE_THAN_OWED');
  expect((await place.assign(line, 'guarantee')).status).toBe(200);
  expect(await place.dues()).toMatchObject({ owed: 14_000, withheld: 0 });
  expect((await pay()).status).toBe(201);
});

it('a stall that bears a loss after it was paid owes it, without an audit finding', async () => {
  const line = await overspend();
  expect((await pay({ includeWithheld: true })).status).toBe(201);
  expect((await place.assign(line, 'stall')).status).toBe(200);
  expect(await place.dues()).toMatchObject({ owed: -4_000, withheld: 0 });
  expect(await place.findings()).toEqual([]);
});

it('a stall that was paid with its withheld part sells, voids and is paid as any other', async () => {
  await overspend();
  const { owed } = await place.dues();
  expect((await pay({ monto: owed, includeWithheld: true })).status).toBe(201);
  const sell = async () => place.bought(await place.topUp(3_000), 3_000);
  const undo = { codeCompra: await sell(), reason: 'Error' };
  expect((await place.as('ESTANTE', '/shopping/void', undo)).status).toBe(201);
  await sell();
  expect((await pay({ monto: 3_000 })).status).toBe(201);
});
