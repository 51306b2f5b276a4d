import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { QueryProblem } from '#src/client/form/query-problem.tsx';
import { StaleNotice } from '#src/client/list/list-body.tsx';
import { EmptyList } from '#src/client/list/search-field.tsx';
import { useFirstFigure } from '#src/client/local/live/first-figure.ts';
import { usePlace } from '#src/client/money/use-place.ts';
import { useMarketToday } from '#src/client/queries/home-figures.ts';
import { appTexts } from '#src/client/texts/common-texts.ts';
import { homeTexts, toDoTexts } from '#src/client/texts/home-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { timeText } from '#src/client/texts/written/dates.ts';
import { dayText } from '#src/client/texts/written/days.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { RankBars } from '#src/client/ui/charts/rank-bars.tsx';
import { SkeletonRows } from '#src/client/ui/feedback/skeleton-rows.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { Count } from '#src/client/ui/tables/count.tsx';
import { Figures, FiguresSkeleton } from '#src/client/ui/tables/figures.tsx';
import { type JudgedRow, JudgedRows } from '#src/client/ui/tables/judged-rows.tsx';
import type { MarketToday } from '#src/contract/markets/today.ts';
import { marketFigures } from './figures.ts';
import { type ToDoItem, toDoItems } from './to-do-items.ts';
import { WelcomePanel } from './welcome-panel.tsx';

/** A market's home: the day's board, the to-do list, and the best stalls. */
export function MarketHome() {
  const query = useMarketToday();
  useFirstFigure(!query.isPending);
  const [firstName = ''] = personName(usePlace().ownerName).split(' ');
  const { data } = query;
  return (
    <>
      <WelcomePanel
        name={firstName}
        isShort
        note={data === undefined ? '' : homeTexts.places(data.stalls, data.topUpPoints)}
      />
      {query.isPending && (
        // Placeholders of the board and the two panels, at their usual heights.
        <div className="stack" role="status" aria-label={appTexts.loading} data-coming>
          <FiguresSkeleton figures={4} />
          <SkeletonRows rows={5} />
        </div>
      )}
      {query.error !== null && data === undefined && (
        <QueryProblem error={query.error} onRetry={() => void query.refetch()} />
      )}
      {data !== undefined && <StaleNotice query={query} />}
      {data !== undefined && <Day today={data} readAt={query.dataUpdatedAt} />}
    </>
  );
}

/**
 * Waiting items come before the figures in reading order. A wide screen shows both and starts with the board.
 */
function Day({ today, readAt }: { today: MarketToday; readAt: number }) {
  const items = toDoItems(today);
  const board = (
    <div className="across first-row">
      <Figures
        title={homeTexts.today(timeText(readAt))}
        aside={lastWeekOf(today, readAt)}
        figures={marketFigures(today)}
      />
    </div>
  );
  return (
    <div className="stack halves">
      {items.length === 0 && board}
      <ToDo items={items} />
      {items.length > 0 && board}
      <BestStalls best={today.best} />
    </div>
  );
}

/** Absent when nothing was sold on that day. */
function lastWeekOf({ lastWeek }: MarketToday, readAt: number): string | undefined {
  if (lastWeek === 0) return undefined;
  const [weekday = ''] = dayText(readAt).toLowerCase().split(' ');
  return homeTexts.lastWeek(weekday, amountText(lastWeek));
}

/** Stalls that sold most today, as bars and as a readable list. */
function BestStalls({ best }: Pick<MarketToday, 'best'>) {
  if (best.length === 0)
    return <EmptyList drawing="sun" title={homeTexts.noPurchases} note={homeTexts.noPurchasesNote} />;
  return (
    <Panel className="panel-body">
      <h2>{homeTexts.best}</h2>
      <RankBars
        label={homeTexts.best}
        rows={best.map(({ estanteId: id, estanteName: name, total: value }) => ({ id, name, value }))}
        format={amountText}
      />
    </Panel>
  );
}

/** Items that wait for the manager, or a sentence that there are none. */
function ToDo({ items }: { items: readonly ToDoItem[] }) {
  return (
    <Panel>
      <h2 className="row-12 between pad-strip underlined">
        {toDoTexts.title}
        <Count of={{ count: items.length, isUrgent: items.some(({ verdict }) => verdict !== undefined) }} />
      </h2>
      <JudgedRows rows={items.length === 0 ? [none] : items.map(rowOf)} />
      <Link to="/dashboard/pendientes" className="row pad-16 ruled">
        {toDoTexts.settled}
      </Link>
    </Panel>
  );
}

const none: JudgedRow = {
  id: 'none',
  icon: CircleCheck,
  verdict: 'good',
  what: toDoTexts.none,
  sentence: toDoTexts.noneNote,
};

function rowOf({ action, to, ...row }: ToDoItem): JudgedRow {
  return {
    ...row,
    id: row.what,
    remedy: (
      <Link
        to={`/dashboard/${to}`}
        aria-label={toDoTexts.go(action, row.what)}
        className={buttonClass({ variant: 'secondary', size: 'row' })}
      >
        {action}
      </Link>
    ),
  };
}
