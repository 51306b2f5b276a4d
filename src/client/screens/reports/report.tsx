import {
  Banknote,
  ChevronDown,
  HandCoins,
  type LucideIcon,
  QrCode,
  RotateCcw,
  ShoppingBasket,
  Undo2,
} from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { DrawnRows } from '#src/client/list/paging.tsx';
import {
  comparedFrom,
  dayAfter,
  type Days,
  daysOf,
  type Period,
  periodText,
} from '#src/client/list/period/period.ts';
import { EmptyList } from '#src/client/list/search-field.tsx';
import { reportTexts as texts, sentenceTexts } from '#src/client/texts/reports/reports-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateText, daysText } from '#src/client/texts/written/dates.ts';
import { weekdayText } from '#src/client/texts/written/days.ts';
import { BarChart, type Series } from '#src/client/ui/charts/bar-chart.tsx';
import { RankBars } from '#src/client/ui/charts/rank-bars.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { FigureTable } from '#src/client/ui/tables/figure-table.tsx';
import { type Figure, Figures } from '#src/client/ui/tables/figures.tsx';
import type { PurchaseSummary } from '#src/contract/purchases/purchase-history.ts';
import { formatAmount } from '#src/domain/money.ts';
import {
  type Bucket,
  bucketsOf,
  concepts,
  type ReportTable,
  type Role,
  tablesOf,
  type Unit,
  unitOf,
} from './report-tables.ts';
import styles from './reports.module.css';

interface ReportProps {
  summary: PurchaseSummary;
  role: Role;
  /** The selected period, by its name. */
  period: Period;
}

/** The report on screen and on paper: sentence, figures, charts, and the folded tables. */
export function Report({ summary, role, period }: ReportProps) {
  const unit = unitOf(summary.days.length);
  const buckets = bucketsOf(summary.days, unit);
  const head = (
    <>
      <ReportSentence summary={summary} role={role} period={period} />
      <Figures label={periodText(summary)} figures={figuresOf(summary, role)} />
    </>
  );
  if (isQuiet(summary))
    return (
      <>
        {head}
        <EmptyList drawing="basket" title={texts.quietTitle} note={texts.quiet} />
      </>
    );
  return (
    <>
      {head}
      <div className={`stack ${styles.drawings}`}>
        <Panel className={`stack pad-16 ${styles.section}`}>
          <DayChart buckets={buckets} summary={summary} role={role} unit={unit} />
        </Panel>
        {role === 'market' && <StallRanks summary={summary} />}
      </div>
      <AllFigures>
        {tablesOf(summary, role, unit).map((table) => (
          <FirstRows key={table.id} table={table} />
        ))}
        {role === 'market' && (
          <>
            <section className="stack-12">
              <h3>{texts.outstandingChart}</h3>
              <BarChart
                label={says(texts.outstandingChart, summary)}
                groups={buckets.map(({ label }) => label)}
                series={[outstandingOf(buckets)]}
                format={amountText}
                words={wordsOf(unit)}
              />
            </section>
            <section className="stack-12">
              <h3>{texts.pointsTable}</h3>
              <FactList
                facts={[
                  { name: texts.pointsEarned, value: formatAmount(summary.totals.pointsEarned) },
                  { name: texts.pointsRedeemed, value: formatAmount(summary.totals.pointsRedeemed) },
                  { name: texts.pointsHeld, value: formatAmount(summary.points) },
                ]}
              />
            </section>
          </>
        )}
      </AllFigures>
    </>
  );
}

function isQuiet({ totals, topUpPoints }: PurchaseSummary): boolean {
  const sums = [totals.purchases, totals.topUps, ...concepts.map((concept) => totals[concept])];
  return [...sums, ...topUpPoints.map(({ reissues }) => reissues)].every(({ count }) => count === 0);
}

/** The money in vouchers at the end of each day, week or month. */
function outstandingOf(buckets: readonly Bucket[]): Series {
  return {
    name: texts.outstanding,
    look: 'solid',
    values: buckets.map(({ outstanding }) => outstanding),
  };
}

/** A table, of which a long one shows its first rows. */
function FirstRows({ table }: { table: ReportTable }) {
  return (
    <section className="stack-12">
      <h3>{table.title}</h3>
      <DrawnRows rows={table.rows}>
        {(rows) => (
          <FigureTable
            caption={table.title}
            columns={table.columns}
            rows={rows.map(({ id, cells }) => ({ id, cells: shown(table.columns, cells) }))}
            total={table.total === null ? undefined : shown(table.columns, table.total)}
          />
        )}
      </DrawnRows>
    </section>
  );
}

function shown(columns: ReportTable['columns'], cells: readonly (string | number)[]): string[] {
  return cells.map((cell, place) => {
    if (typeof cell === 'string') return cell;
    return columns[place]?.of === 'money' ? amountText(cell) : formatAmount(cell);
  });
}

interface DayChartProps {
  buckets: readonly Bucket[];
  summary: PurchaseSummary;
  role: Role;
  unit: Unit;
}

const labels = {
  stall: texts.dayChartSold,
  point: texts.dayChartToppedUp,
  market: texts.dayChart,
} as const;

function DayChart({ buckets, summary, role, unit }: DayChartProps) {
  const toppedUp: Series = {
    name: texts.toppedUp,
    look: 'hatch',
    values: buckets.map(({ topUps }) => topUps.total),
  };
  const sold: Series = {
    name: texts.sold,
    look: 'solid',
    values: buckets.map(({ purchases }) => purchases.total),
  };
  return (
    <>
      <h2>{texts.chartTitles[unit]}</h2>
      <BarChart
        label={says(labels[role], summary)}
        groups={buckets.map(({ label }) => label)}
        series={{ stall: [sold], point: [toppedUp], market: [toppedUp, sold] }[role]}
        format={amountText}
        words={{ ...wordsOf(unit), difference: texts.difference }}
      />
    </>
  );
}

const wordsOf = (unit: Unit) => ({ read: texts.readBar[unit], hint: texts.tapBar });

const ranksShown = 7;

/** Without sales there is no ranking. */
function StallRanks({ summary }: { summary: PurchaseSummary }) {
  const ranked = summary.stalls
    .filter(({ purchases }) => purchases.total > 0)
    .sort((one, other) => other.purchases.total - one.purchases.total)
    .map(({ estanteId: id, estanteName: name, purchases }) => ({ id, name, value: purchases.total }));
  if (ranked.length === 0) return null;
  return (
    <Panel className={`stack pad-16 ${styles.section}`}>
      <h2>{texts.stallChart}</h2>
      <DrawnRows rows={ranked} first={ranksShown}>
        {(rows) => <RankBars label={texts.stallChart} rows={rows} format={amountText} />}
      </DrawnRows>
    </Panel>
  );
}

function says(what: string, { from, to }: PurchaseSummary): string {
  return texts.chartSays(what, dateText(from), dateText(to));
}

/** The tables of the charts and the other figures, in one fold. On paper it is always open. */
function AllFigures({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <Panel>
      <h2 className={`normal ${styles.foldHead}`}>
        <button
          type="button"
          className="row-12 plain go"
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
        >
          <span className="fill">{texts.allFigures}</span>
          <Icon of={ChevronDown} size={22} />
        </button>
      </h2>
      <div id={id} className={styles.foldBody} hidden={!isShown}>
        {children}
      </div>
    </Panel>
  );
}

type SumName = 'purchases' | 'topUps' | 'voids' | 'payouts';

function figuresOf(summary: PurchaseSummary, role: Role): Figure[] {
  const sum = (name: string, icon: LucideIcon, of: SumName): Figure => ({
    name,
    icon,
    value: amountText(summary.totals[of].total),
    note: texts[of](formatAmount(summary.totals[of].count)),
  });
  const owed = amountText(summary.owed.total);
  if (role === 'point') return [sum(texts.toppedUp, Banknote, 'topUps'), reissued(summary)];
  if (role === 'stall')
    return [
      sum(texts.sold, ShoppingBasket, 'purchases'),
      sum(texts.voided, Undo2, 'voids'),
      sum(texts.paidOut, Banknote, 'payouts'),
      { name: texts.owedStall, icon: HandCoins, value: owed, note: texts.endNote },
    ];
  return [
    sum(texts.sold, ShoppingBasket, 'purchases'),
    sum(texts.toppedUp, Banknote, 'topUps'),
    { name: texts.outstanding, icon: QrCode, value: amountText(summary.outstanding), note: texts.endNote },
    {
      name: texts.owed,
      icon: HandCoins,
      value: owed,
      note: texts.owedTo(formatAmount(summary.owed.count)),
    },
  ];
}

/** The point's reissued vouchers: its summary holds no other point. */
function reissued({ topUpPoints }: PurchaseSummary): Figure {
  const { count, total } = topUpPoints[0]?.reissues ?? { count: 0, total: 0 };
  return {
    name: texts.reissued,
    icon: RotateCcw,
    value: amountText(total),
    note: texts.reissues(formatAmount(count)),
  };
}

interface ReportSentenceProps {
  summary: PurchaseSummary;
  role: Role;
  period: Period;
}

/** The period in one sentence. No comparison is made with a period without sales. */
export function ReportSentence({ summary, role, period: asked }: ReportSentenceProps) {
  const { from, to } = summary;
  // The sentence shows the previous figures until the new period's have loaded.
  const period: Period = from === asked.from && to === asked.to ? asked : { kind: 'free', from, to };
  const of = role === 'point' ? 'topUps' : 'purchases';
  const now = summary.totals[of].total;
  const earlier = summary.previous[of].total;
  const best = bestDay(summary, of);
  return (
    <div className="stack-8">
      <Sentence {...{ period, role, now, earlier }} />
      <p className="cluster soft">
        <span>{`${daysText(from, to)}.`}</span>
        {best !== undefined && (
          <span className="not-on-phones">
            {sentenceTexts.best(dayName(best.day, summary), amountText(best[of].total))}
          </span>
        )}
        {role === 'market' && (
          <span className="not-on-phones">{sentenceTexts.left(amountText(summary.outstanding))}</span>
        )}
        {earlier > 0 && (
          <span>{sentenceTexts.before(daysText(...daysBefore(period)), amountText(earlier))}</span>
        )}
      </p>
    </div>
  );
}

interface SentenceProps {
  period: Period;
  role: Role;
  now: number;
  earlier: number;
}

function Sentence({ period, role, now, earlier }: SentenceProps) {
  const when = whenOf(period);
  if (now === 0) return <p className={styles.sentence}>{`${when} ${sentenceTexts.nothing[role]}`}</p>;
  const compared = compare(now, earlier);
  return (
    <p className={styles.sentence}>
      {`${when} ${sentenceTexts.did[role]} ${amountText(now)}`}
      {compared !== null && (
        <>
          {', '}
          {compared}
          <span className="not-on-phones"> {sentenceTexts.than[period.kind]}</span>
        </>
      )}
      .
    </p>
  );
}

function whenOf({ kind, from, to }: Period): string {
  if (kind !== 'free') return sentenceTexts[kind];
  return from === to ? sentenceTexts.oneDay(daysText(from, to)) : sentenceTexts.free(daysText(from, to));
}

/** Returns the period of the same length before this one. */
function daysBefore(period: Period): [from: string, to: string] {
  const count = daysOf(period);
  const from = comparedFrom(period) ?? dayAfter(period.from, -count);
  const [end, last] = [dayAfter(from, count - 1), dayAfter(period.from, -1)];
  return [from, end < last ? end : last];
}

/** Returns the best day when several had sales. */
function bestDay({ days }: PurchaseSummary, of: 'purchases' | 'topUps') {
  const busy = days.filter((day) => day[of].total > 0);
  if (busy.length < 2) return undefined;
  return busy.reduce((best, day) => (day[of].total > best[of].total ? day : best));
}

/** "sábado" within a week, else "sábado 21 de nov". */
function dayName(day: string, period: Days): string {
  return daysOf(period) <= 7 ? weekdayText(day) : `${weekdayText(day)} ${daysText(day, day)}`;
}

/** Compares a figure with the earlier one, in words. Returns null when there is no earlier one. */
export function compare(now: number, earlier: number): string | null {
  if (earlier <= 0) return null;
  const percent = Math.round(((now - earlier) / earlier) * 100);
  if (percent === 0) return sentenceTexts.same;
  const shown = String(Math.abs(percent));
  return percent > 0 ? sentenceTexts.more(shown) : sentenceTexts.less(shown);
}
