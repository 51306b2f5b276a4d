import { callServer } from '#src/client/api/call-server.ts';
import { useRefreshMercado } from '#src/client/state/markets-refresh.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import type { MarketCode } from '#src/contract/brands.ts';
import { marketCalls } from '#src/contract/markets/calls.ts';
import { useRead } from './call-failure.ts';
import { keys } from './keys.ts';

/** The markets that the signed-in person may choose from, read again once one of them was decided about. */
export function useMarkets() {
  const reloads = useRefreshMercado();
  return useRead(keys.markets.list(reloads), () => callServer(marketCalls.listMarkets));
}

interface SettingsOptions {
  enabled: boolean;
  staleTime?: number;
}

/** Settings of a market; empty: of one's own, as the token says. */
export function useMarketSettings(market: MarketCode, options: SettingsOptions) {
  return useRead(
    keys.marketSettings.one(market),
    () => callServer(marketCalls.readMarketSettings, { query: { globalMarketId: market || undefined } }),
    options,
  );
}

/** Today of one's own market, and what waits for its manager. Whoever comes back from doing something sees it done. */
export function useMarketToday({ enabled } = { enabled: true }) {
  return useRead(keys.today.ofMarket, () => callServer(marketCalls.readMarketToday), {
    enabled,
    refetchInterval: 60_000,
    staleTime: 0,
  });
}

/** Today's figures of one's own role, and the name to greet. Nobody signed in: nothing is asked. */
export function useToday() {
  return useRead(keys.today.all, () => callServer(marketCalls.readToday), {
    refetchInterval: 60_000,
    enabled: useSessionUser() !== null,
  });
}
