import { useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { useRefreshMercado } from '#src/client/state/markets-refresh.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import type { MarketCode } from '#src/contract/brands.ts';
import { marketCalls } from '#src/contract/calls/markets.ts';
import { unwrap } from './call-failure.ts';
import { keys } from './keys.ts';

/** The markets that the signed-in person may choose from, read again once one of them was decided about. */
export function useMarkets() {
  const reloads = useRefreshMercado();
  return useQuery({
    queryKey: keys.markets.list(reloads),
    queryFn: async () => unwrap(await callServer(marketCalls.listMarkets)),
  });
}

interface SettingsOptions {
  enabled: boolean;
  staleTime?: number;
}

/** Settings of a market; empty: of one's own, as the token says. */
export function useMarketSettings(market: MarketCode, options: SettingsOptions) {
  return useQuery({
    queryKey: keys.marketSettings.one(market),
    queryFn: async () =>
      unwrap(
        await callServer(marketCalls.readMarketSettings, { query: { globalMarketId: market || undefined } }),
      ),
    ...options,
  });
}

/** Today's figures of one's own role, and the name to greet. Nobody signed in: nothing is asked. */
export function useToday() {
  return useQuery({
    queryKey: keys.today.all,
    queryFn: async () => unwrap(await callServer(marketCalls.readToday)),
    refetchInterval: 60_000,
    enabled: useSessionUser() !== null,
  });
}
