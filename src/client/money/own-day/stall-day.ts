import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { instantsOf, today } from '#src/client/list/period/period.ts';
import { useRead } from '#src/client/queries/call-failure.ts';
import { keys } from '#src/client/queries/keys.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { defaultPageSize } from '#src/contract/limits.ts';
import { reportCalls } from '#src/contract/reports/calls.ts';
import { type MarketCode, toMarketCode } from '#src/protocol/brands.ts';
import type { KnownDay } from './own-day.ts';

/** Reads today's figures and newest sales of the signed-in stall. */
export function useStallDay() {
  const user = useSessionUser();
  const day = today();
  return useRead(keys.today.ofStall(day), () => askDay(user?.globalMarketId ?? toMarketCode(''), day), {
    enabled: user !== null,
    refetchInterval: 15_000,
  });
}

/** Queries the total first: a sale made in between is in the list, and counts only after the next answer. */
async function askDay(market: MarketCode, day: string): Promise<CallAnswer<KnownDay>> {
  const askedAt = Date.now();
  const params = { id: market };
  const sums = await callServer(reportCalls.sumPurchases, { params, query: { from: day, to: day } });
  if (sums.kind !== 'ok') return sums;
  const page = await callServer(reportCalls.listStallPurchases, {
    params,
    query: { ...instantsOf({ from: day, to: day }), q: '', limit: defaultPageSize },
  });
  if (page.kind !== 'ok') return page;
  const { purchases, voids } = sums.data.totals;
  return {
    ...sums,
    data: {
      day,
      askedAt,
      count: purchases.count - voids.count,
      total: purchases.total - voids.total,
      sales: page.data.items,
    },
  };
}
