import { keys } from '#src/client/queries/keys.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import type { MarketCode } from '#src/contract/brands.ts';
import { reportCalls } from '#src/contract/calls/reports.ts';
import { useDeferredValue, useState } from 'react';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { useCursors } from '#src/client/shared/lists/list-pager.tsx';
import type { ChosenStall } from '#src/client/shared/lists/stall-chooser.tsx';
import { instantsOf, type Period, periodFault, periodOf } from '#src/client/shared/period/period.ts';
import { defaultPageSize } from '#src/contract/limits.ts';

/** Sales of a market in a period, by page, and what they come to. `stall` null: all of them. */
export function useSales(market: MarketCode) {
  const [period, setPeriod] = useState<Period>(() => periodOf('today'));
  const [search, setSearch] = useState('');
  const [stall, setStall] = useState<ChosenStall | null>(null);
  const { cursor, page, reset, steps } = useCursors();
  const q = useDeferredValue(search.trim());
  const enabled = periodFault(period) === undefined;
  const { from, to } = period;
  const list = useQuery({
    queryKey: keys.sales.list(market, from, to, q, stall?.id, cursor),
    queryFn: async () => {
      const estanteId = stall === null ? {} : { estanteId: stall.id };
      const query = { ...instantsOf(period), ...estanteId, q, cursor, limit: defaultPageSize };
      return unwrap(await callServer(reportCalls.listSales, { params: { id: market }, query }));
    },
    placeholderData: keepPreviousData,
    enabled,
  });
  const sums = useQuery({
    queryKey: keys.sales.sums(market, from, to),
    queryFn: async () =>
      unwrap(await callServer(reportCalls.sumSales, { params: { id: market }, query: { from, to } })),
    placeholderData: keepPreviousData,
    enabled,
  });
  const fromStart =
    <Value>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      reset();
    };
  return {
    list,
    sums,
    period,
    setPeriod: fromStart(setPeriod),
    search,
    setSearch: fromStart(setSearch),
    stall,
    setStall: fromStart(setStall),
    page,
    ...steps(list.data?.nextCursor ?? null),
  };
}

export type Sales = ReturnType<typeof useSales>;
