import { marketSettingsSchema, type MarketSettings } from '#src/contract/market-settings.ts';
import { call } from './call.ts';
import type { Outcome } from './outcome.ts';

/** `market`: ADMIN names one by its code; everybody else's own comes from the token. */
export function readMarketSettings(market?: string): Promise<Outcome<MarketSettings>> {
  return call({
    method: 'GET',
    path: '/market/settings',
    query: { globalMarketId: market },
    answer: marketSettingsSchema,
    signedIn: true,
  });
}

export function changeMarketSettings(
  body: MarketSettings,
  market?: string,
): Promise<Outcome<MarketSettings>> {
  return call({
    method: 'POST',
    path: '/market/settings',
    query: { globalMarketId: market },
    body,
    answer: marketSettingsSchema,
    signedIn: true,
  });
}
