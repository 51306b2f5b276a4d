import { expect, it } from 'vitest';
import type { MarketToday, Today } from '#src/contract/markets/today.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';

/** Finding B-4: "Vendido" counted voided sales, while "Recargado" beside it did not count voided top-ups. */
const place = marketForSuite();

it('counts the remaining sales as sold, and none that were voided', async () => {
  const soldBy = async (asker: Asker) =>
    ((await place.as(asker, '/today')).body as unknown as Today).purchases;
  const home = async (asker: Asker): Promise<MarketToday> =>
    (await place.as(asker, '/today/market')).body as unknown as MarketToday;
  const voidIt = async (codeCompra: string): Promise<void> => {
    const body = { codeCompra, reason: 'Error' };
    expect((await place.as('ESTANTE', '/shopping/void', body)).status).toBe(201);
  };
  const voucher = await place.topUp(100_000);
  const [first, second] = [await place.bought(voucher, 30_000), await place.bought(voucher, 20_000)];
  await place.bought(voucher, 7_000, 'other ESTANTE');
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
