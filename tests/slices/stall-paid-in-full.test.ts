import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StallBalance } from '#src/contract/cash/schemas.ts';
import type { Conflict } from '#src/contract/conflicts/schemas.ts';
import { toOpId } from '#src/protocol/brands.ts';
import { openOfflineMarket, type OfflineMarket } from '#tests/support/market/offline-market.ts';

let place: OfflineMarket;
const clock = new Date('2026-03-28T15:00:00Z');
beforeAll(async () => {
  place = await openOfflineMarket({ now: () => clock, environment: { ACCESS_TOKEN_MINUTES: '1440' } });
});
afterAll(async () => {
  expect(await place.findings()).toEqual([]);
  await place.stop();
});

const dues = async (): Promise<StallBalance | undefined> =>
  ((await place.manage('/cash/stalls')).body as unknown as StallBalance[]).find(
    ({ estanteId }) => estanteId === place.market.ids['ESTANTE'],
  );

it('an assigned loss is no longer withheld back from its stall', async () => {
  const stall = await place.stallDevice();
  stall.now = () => clock;
  const voucher = await place.issue(10_000);
  await stall.askForList();
  await place.buy(voucher, 10_000);
  await stall.sync([stall.writeAcceptance(toOpId(randomUUID()), { ...voucher, price: 4_000 })]);
  expect(await dues()).toMatchObject({ owed: 14_000, withheld: 4_000 });
  const body = { estanteId: place.market.ids['ESTANTE'], monto: 14_000 };
  expect((await place.manage('/cash/payout', body)).body['code']).toBe('MORE_THAN_OWED');
  const { items } = (await place.manage('/sync/conflicts?limit=10')).body as { items: Conflict[] };
  const decided = { id: items[0]?._id, to: 'guarantee', note: 'hablado' };
  expect((await place.manage('/sync/conflicts/assign', decided)).status).toBe(200);
  expect(await dues()).toMatchObject({ owed: 14_000, withheld: 0 });
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
  const { items } = (await place.manage('/sync/conflicts?limit=10')).body as { items: Conflict[] };
  const open = items.find(({ state }) => state === 'overspend');
  const decided = { id: open?._id, to: 'stall', note: 'hablado' };
  expect((await place.manage('/sync/conflicts/assign', decided)).status).toBe(200);
  expect(await dues()).toMatchObject({ owed: -4_000, withheld: 0 });
  expect(await place.findings()).toEqual([]);
});
