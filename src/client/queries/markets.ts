import { callServer } from '#src/client/api/call-server.ts';
import { useRefreshMercado } from '#src/client/state/markets-refresh.ts';
import { useSessionUser } from '#src/client/state/session.ts';
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

/**
 * Reads the day of the caller's own market and its manager's open tasks, again when the manager returns from
 * a task.
 */
export function useMarketToday({ enabled } = { enabled: true }) {
  return useRead(keys.today.ofMarket, () => callServer(marketCalls.readMarketToday), {
    enabled,
    refetchInterval: 15_000,
    staleTime: 0,
  });
}

/** Reads today's figures of the signed-in role, and the name to greet. Without a session it reads nothing. */
export function useToday() {
  return useRead(keys.today.all, () => callServer(marketCalls.readToday), {
    refetchInterval: 15_000,
    enabled: useSessionUser() !== null,
  });
}
