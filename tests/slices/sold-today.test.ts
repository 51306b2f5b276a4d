import { expect, it } from 'vitest';
import type { MarketToday, Today } from '#src/contract/markets/today.ts';
import { openAreas } from '#tests/support/market/open-areas.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import { forSuite } from '#tests/support/suite.ts';

/** Finding B-4: "Vendido" counted voided sales, while "Recargado" beside it did not count voided top-ups. */
const areas = forSuite(openAreas, (one) => one.close());

it('counts the remaining sales as sold, and none that were voided', async () => {
  const soldBy = async (asker: Asker) =>
    ((await areas.as(asker, 'GET', '/today')).body as unknown as Today).purchases;
  const home = async (asker: Asker): Promise<MarketToday> =>
    (await areas.as(asker, 'GET', '/today/market')).body as unknown as MarketToday;
  const voidIt = async (codeCompra: string): Promise<void> => {
    const body = { codeCompra, reason: 'Error' };
    expect((await areas.as('ESTANTE', 'POST', '/shopping/void', body)).status).toBe(201);
  };
  const voucher = await areas.topUp(100_000);
  const [first, second] = [await areas.buy(voucher, 30_000), await areas.buy(voucher, 20_000)];
  await areas.buy(voucher, 7_000, 'other ESTANTE');
  const sold = (count: number, total: number) => ({ count, total });
  for (const asker of ['ESTANTE', 'GLOBAL_MARKET'] as const)
    expect(await soldBy(asker)).toEqual(sold(2, 50_000));
  await voidIt(first);
  for (const asker of ['ESTANTE', 'GLOBAL_MARKET'] as const)
    expect(await soldBy(asker)).toEqual(sold(1, 20_000));
  expect(await soldBy('ADMIN')).toEqual(sold(2, 27_000));
  const own = await home('GLOBAL_MARKET');
  expect([own.purchases, own.best.map(({ total }) => total)]).toEqual([sold(1, 20_000), [20_000]]);
  await voidIt(second);
  expect((await home('GLOBAL_MARKET')).best).toEqual([]);
  expect(await soldBy('ESTANTE')).toEqual(sold(0, 0));
  expect((await home('other GLOBAL_MARKET')).purchases).toEqual(sold(1, 7_000));
});
