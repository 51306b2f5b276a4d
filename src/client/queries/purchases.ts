import { callServer } from '#src/client/api/call-server.ts';
import { defaultPageSize } from '#src/contract/limits.ts';
import { reportCalls } from '#src/contract/reports/calls.ts';
import type { MarketCode } from '#src/protocol/brands.ts';
import { useRead } from './call-failure.ts';
import { keys } from './keys.ts';
import { useReadPage } from './read-on.ts';

interface PurchasesAsked {
  /** Instants, ISO 8601 UTC. */
  from?: string;
  to?: string;
  q: string;
  estanteId?: string;
  cursor: string | undefined;
}

/** Reads one page of a market's sales. */
export function usePurchasePage(market: MarketCode, asked: PurchasesAsked, enabled: boolean) {
  return useReadPage(
    keys.sales.list(market, asked),
    (cursor) =>
      callServer(reportCalls.listStallPurchases, {
        params: { id: market },
        query: { ...asked, cursor, limit: defaultPageSize },
      }),
    asked.cursor,
    { enabled },
  );
}

interface DaysAsked {
  from: string;
  to: string;
  /** First of the earlier days compared with them. */
  compareFrom?: string | undefined;
}

/** Reads the sums of a market's days, as `report` or beside its `sales`, which a void makes stale. */
export function usePurchaseSums(
  of: 'report' | 'sales',
  market: MarketCode,
  { from, to, compareFrom }: DaysAsked,
  enabled: boolean,
) {
  const key =
    of === 'report' ? keys.report.of(market, from, to, compareFrom) : keys.sales.sums(market, from, to);
  const query = { from, to, ...(compareFrom === undefined ? {} : { compareFrom }) };
  return useRead(key, () => callServer(reportCalls.sumPurchases, { params: { id: market }, query }), {
    keepsPrevious: true,
    enabled,
  });
}
