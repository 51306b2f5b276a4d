import { amountText } from '#src/client/shared/amounts.ts';
import { dayText } from '#src/client/shared/dates.ts';
import { StaleNotice } from '#src/client/shared/lists/stale-notice.tsx';
import { personName } from '#src/client/shared/names.ts';
import { QueryProblem } from '#src/client/shared/problem/query-problem.tsx';
import { usePlace } from '#src/client/shared/use-place.ts';
import { homeTexts as texts } from '#src/client/texts/home-texts.ts';
import type { MarketToday } from '#src/contract/market-today.ts';
import { BestStalls } from './best-stalls.tsx';
import { FiguresBoard } from './figures-board.tsx';
import { marketFigures } from './home-figures.ts';
import { MarketHomeSkeleton } from './market-home-skeleton.tsx';
import { ToDo } from './to-do.tsx';
import { useMarketToday } from './use-market-today.ts';
import { WelcomePanel } from './welcome-panel.tsx';
import styles from './market-home.module.css';

/** A market's home: the day as one board, what is to be done, who sells most. */
export function MarketHome() {
  const query = useMarketToday();
  const [firstName = ''] = personName(usePlace().ownerName).split(' ');
  const { data } = query;
  return (
    <>
      <WelcomePanel
        name={firstName}
        note={data === undefined ? '' : texts.places(data.stalls, data.topUpPoints)}
      />
      {query.isPending && <MarketHomeSkeleton />}
      {query.error !== null && data === undefined && (
        <QueryProblem error={query.error} onRetry={() => void query.refetch()} />
      )}
      {data !== undefined && <StaleNotice query={query} />}
      {data !== undefined && (
        <FiguresBoard
          figures={marketFigures(data)}
          readAt={query.dataUpdatedAt}
          aside={lastWeekOf(data, query.dataUpdatedAt)}
        />
      )}
      {data !== undefined && (
        <div className={styles.pair}>
          <ToDo today={data} />
          <BestStalls best={data.best} />
        </div>
      )}
    </>
  );
}

/** Absent when nothing was sold that day. */
function lastWeekOf({ lastWeek }: MarketToday, readAt: number): string | undefined {
  if (lastWeek === 0) return undefined;
  const [weekday = ''] = dayText(readAt).toLowerCase().split(' ');
  return texts.lastWeek(weekday, amountText(lastWeek));
}
