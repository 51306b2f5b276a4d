import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import type { PayoutRun } from '#src/extras/payouts/contract/schemas.ts';
import { toOpId } from '#src/protocol/brands.ts';
import { openMarket } from '#tests/support/market/open-market.ts';
import { signInAll } from '#tests/support/market/two-markets.ts';
import { forSuite } from '#tests/support/suite.ts';

let clock = new Date('2026-03-28T15:00:00Z');
const place = forSuite(
  () => openMarket({ now: () => clock, environment: { ACCESS_TOKEN_MINUTES: '1440' } }),
  (one) => one.stop(),
);

async function dues(): Promise<StallBalance> {
  const list = (await place.manage('/cash/stalls')).body as unknown as StallBalance[];
  const own = list.find(({ estanteId }) => estanteId === place.market.ids['ESTANTE']);
  if (!own) throw new Error('the stall has no balance');
  return own;
}

const run = ({ estanteId, paid }: StallBalance, monto: number) =>
  place.manage('/cash/payout-run', { pagos: [{ estanteId, monto, paid }] });

it("names a run in the evening by the market's day", async () => {
  await place.buy(await place.issue(3_000), 3_000);
  // Eight in the evening in Bogotá, and the next day in Greenwich.
  clock = new Date('2026-03-29T01:00:00Z');
  place.market.tokens = await signInAll(place.app);
  const made = (await run(await dues(), 3_000)).body as unknown as PayoutRun;
  expect(made.codeRun).toBe('P-2026-03-28');
});

it('pays nothing from a list made before a single payout, even when later sales would cover it', async () => {
  await place.buy(await place.issue(5_000), 5_000);
  const listed = await dues();
  const { estanteId } = listed;
  expect((await place.manage('/cash/payout', { estanteId, monto: 5_000 })).status).toBe(201);
  await place.buy(await place.issue(5_000), 5_000);
  expect((await run(listed, 5_000)).body['code']).toBe('LIST_MOVED');
  expect((await run(await dues(), 5_000)).status).toBe(201);
});

it('pays nothing of a shortfall', async () => {
  const stall = await place.stallDevice();
  stall.now = () => clock;
  const voucher = await place.issue(10_000);
  await stall.askForList();
  await place.buy(voucher, 10_000);
  await stall.sync([stall.writeAcceptance(toOpId(randomUUID()), { ...voucher, price: 4_000 })]);
  const balance = await dues();
  expect(balance).toMatchObject({ owed: 14_000, withheld: 4_000 });
  expect((await run(balance, 10_001)).body['code']).toBe('LIST_MOVED');
  expect((await run(balance, 10_000)).status).toBe(201);
});
