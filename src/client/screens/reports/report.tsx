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
import { type Period, periodText } from '#src/client/list/period/period.ts';
import { EmptyList } from '#src/client/list/search-field.tsx';
import { reportTexts as texts } from '#src/client/texts/reports/reports-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateText } from '#src/client/texts/written/dates.ts';
import { BarChart, type Series } from '#src/client/ui/charts/bar-chart.tsx';
import { RankBars } from '#src/client/ui/charts/rank-bars.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { FigureTable } from '#src/client/ui/tables/figure-table.tsx';
import { type Figure, Figures } from '#src/client/ui/tables/figures.tsx';
import type { PurchaseSummary } from '#src/contract/purchases/purchase-history.ts';
import { formatAmount } from '#src/domain/money.ts';
import { ReportSentence } from './report-sentence.tsx';
import {
  type Bucket,
  bucketsOf,
  type ReportColumn,
  type ReportTable,
  tablesOf,
  type Unit,
  unitOf,
} from './report-tables.ts';
import styles from './reports.module.css';

interface ReportProps {
  summary: PurchaseSummary;
  role: 'stall' | 'point' | 'market';
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
  const { purchases, topUps, topUpVoids, refunds, openings, voids, payouts, redemptions, expired } = totals;
  const reissues = topUpPoints.map((point) => point.reissues);
  return [
    purchases,
    topUps,
    topUpVoids,
    refunds,
    openings,
    voids,
    payouts,
    redemptions,
    expired,
    ...reissues,
  ].every(({ count }) => count === 0);
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
            columns={table.columns.map(({ head, of, isMinor = false }) => ({
              head,
              isMinor,
              isWords: of === 'words',
            }))}
            rows={rows.map(({ id, cells }) => ({ id, cells: shown(table.columns, cells) }))}
            total={table.total === null ? undefined : shown(table.columns, table.total)}
          />
        )}
      </DrawnRows>
    </section>
  );
}

function shown(columns: readonly ReportColumn[], cells: readonly (string | number)[]): string[] {
  return cells.map((cell, place) => {
    if (typeof cell === 'string') return cell;
    return columns[place]?.of === 'money' ? amountText(cell) : formatAmount(cell);
  });
}

interface DayChartProps {
  buckets: readonly Bucket[];
  summary: PurchaseSummary;
  role: 'stall' | 'point' | 'market';
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

function figuresOf(summary: PurchaseSummary, role: ReportProps['role']): Figure[] {
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
