import { expect, it } from 'vitest';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import type { PayoutRun } from '#src/extras/payouts/contract/schemas.ts';
import { openMarket } from '#tests/support/market/open-market.ts';
import { signInAll } from '#tests/support/market/two-markets.ts';
import { forSuite } from '#tests/support/suite.ts';

let clock = new Date('2026-03-28T15:00:00Z');
const place = forSuite(
  () => openMarket({ now: () => clock }),
  (one) => one.stop(),
);

const run = ({ estanteId, paid }: StallBalance, monto: number) =>
  place.manage('/cash/payout-run', { pagos: [{ estanteId, monto, paid }] });

it("names a run in the evening by the market's day", async () => {
  await place.buy(await place.issue(3_000), 3_000);
  // Eight in the evening in Bogotá, and the next day in Greenwich.
  clock = new Date('2026-03-29T01:00:00Z');
  place.market.tokens = await signInAll(place.app);
  const made = (await run(await place.dues(), 3_000)).body as unknown as PayoutRun;
  expect(made.codeRun).toBe('P-2026-03-28');
});

it('pays nothing from a list made before a single payout, even when later sales would cover it', async () => {
  await place.buy(await place.issue(5_000), 5_000);
  const listed = await place.dues();
  const { estanteId } = listed;
  expect((await place.manage('/cash/payout', { estanteId, monto: 5_000 })).status).toBe(201);
  await place.buy(await place.issue(5_000), 5_000);
  expect((await run(listed, 5_000)).body['code']).toBe('LIST_MOVED');
  expect((await run(await place.dues(), 5_000)).status).toBe(201);
});
