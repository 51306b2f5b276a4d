import { defaultOfflineLimits } from '#src/operations/acceptance/rule.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { askAs, people } from '#tests/e2e/market-people.ts';
import type { RunningMarket } from '#tests/e2e/running-market.ts';

/** Lets a device accept more offline than a market's usual limit, because the measured day is longer. */
export async function raiseDeviceLimit(market: RunningMarket): Promise<void> {
  const { version: _version, warnHours: _warnHours, ...limits } = defaultOfflineLimits;
  await askAs(market, people.market, '/sync/limits', { ...limits, perDevice: toAmount(1_000_000) });
}
