import { callServer } from '#src/client/api/call-server.ts';
import { useRefreshMercado } from '#src/client/state/markets-refresh.ts';
import { marketCalls } from '#src/contract/markets/calls.ts';
import type { MarketCode } from '#src/protocol/brands.ts';
import { useRead } from './call-failure.ts';
import { keys } from './keys.ts';

/** Reads the markets that the signed-in person may choose from, again after each decision about one. */
export function useMarkets() {
  const reloads = useRefreshMercado();
  return useRead(keys.markets.list(reloads), () => callServer(marketCalls.listMarkets));
}

interface SettingsOptions {
  enabled: boolean;
  staleTime?: number;
}

/** Reads the settings of a market; empty means the market of the token. */
export function useMarketSettings(market: MarketCode, options: SettingsOptions) {
  return useRead(
    keys.marketSettings.one(market),
    () => callServer(marketCalls.readMarketSettings, { query: { globalMarketId: market || undefined } }),
    options,
  );
}
