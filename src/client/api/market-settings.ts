import { marketSettingsSchema, type MarketSettings } from '#src/contract/market-settings.ts';
import { call } from './call.ts';
import type { Outcome } from './outcome.ts';

/** Settings of one's own market. */
export function readMarketSettings(): Promise<Outcome<MarketSettings>> {
  return call({ method: 'GET', path: '/market/settings', answer: marketSettingsSchema, signedIn: true });
}
