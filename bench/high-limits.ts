import { defaultOfflineLimits } from '#src/domain/operations/offline-sale.ts';
import { askAs, people } from '#tests/e2e/market-people.ts';
import type { RunningMarket } from '#tests/e2e/running-market.ts';

/** Lets a new stall accept offline as much as the market's limit, because its measured day is longer than its floor. */
export async function raiseStallFloor(market: RunningMarket): Promise<void> {
  const { version: _version, warnHours: _warnHours, ...limits } = defaultOfflineLimits;
  await askAs(market, people.market, '/sync/limits', { ...limits, stallFloor: limits.perDevice });
}
