import { type ReactNode, useState } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { reportTexts as texts } from '#src/client/texts/office/reports-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { FigureTable } from '#src/client/ui/tables/figure-table.tsx';
import type { PurchaseSummary } from '#src/contract/money/purchase-history.ts';
import { formatAmount } from '#src/domain/money.ts';
import { dateText } from '#src/client/shared/dates.ts';
import { EmptyList } from '#src/client/shared/lists/search-field.tsx';
import { BarChart, type Series, LineChart } from '#src/client/ui/charts/charts.tsx';
import { RankBars } from '#src/client/ui/charts/rank-bars.tsx';
import { bucketsOf, unitOf, type Bucket } from './buckets.ts';
import { ReportFigures } from './report-figures.tsx';
import { type ReportColumn, type ReportTable, tablesOf } from './report-tables.ts';
import styles from './reports.module.css';

interface ReportProps {
  summary: PurchaseSummary;
  role: 'stall' | 'point' | 'market';
}

/** What is on the screen and on paper. */
export function Report({ summary, role }: ReportProps) {
  const unit = unitOf(summary.days.length);
  const buckets = bucketsOf(summary.days, unit);
  const tables = tablesOf(summary, role, unit);
  const [days, stalls, points, others] = (['days', 'stalls', 'points', 'others'] as const).map((id) =>
    tables.find((table) => table.id === id),
  );
  if (isQuiet(summary))
    return (
      <>
        <ReportFigures summary={summary} role={role} />
        <EmptyList drawing="basket" title={texts.quietTitle} note={texts.quiet} />
      </>
    );
  return (
    <>
      <ReportFigures summary={summary} role={role} />
      {days !== undefined && (
        <ReportSection table={days}>
          <DayChart buckets={buckets} summary={summary} role={role} />
        </ReportSection>
      )}
      {role === 'market' && (
        <Panel className={styles.section}>
          <OutstandingChart buckets={buckets} summary={summary} />
        </Panel>
      )}
      {stalls !== undefined && (
        <ReportSection table={stalls}>
          <StallRanks summary={summary} />
        </ReportSection>
      )}
      {points !== undefined && <ReportSection table={points} />}
      {others !== undefined && <ReportSection table={others} />}
      {role === 'market' && (
        <Panel className={styles.section}>
          <h2 className={styles.tableTitle}>{texts.pointsTable}</h2>
          <FactList
            facts={[
              { name: texts.pointsEarned, value: formatAmount(summary.totals.pointsEarned) },
              { name: texts.pointsRedeemed, value: formatAmount(summary.totals.pointsRedeemed) },
              { name: texts.pointsHeld, value: formatAmount(summary.points) },
            ]}
          />
        </Panel>
      )}
    </>
  );
}

function isQuiet({ totals, topUpPoints }: PurchaseSummary): boolean {
  const { purchases, topUps, voids, payouts, redemptions, expired } = totals;
  const reissues = topUpPoints.map((point) => point.reissues);
  return [purchases, topUps, voids, payouts, redemptions, expired, ...reissues].every(
    ({ count }) => count === 0,
  );
}

const drawnAtFirst = 40;

/** A drawing, and always its table below. */
function ReportSection({ table, children }: { table: ReportTable; children?: ReactNode }) {
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? table.rows : table.rows.slice(0, drawnAtFirst);
  return (
    <Panel className={styles.section}>
      {children}
      <h2 className={styles.tableTitle}>{table.title}</h2>
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
      {rows.length < table.rows.length && (
        <div className={styles.more}>
          <Button variant="secondary" size="row" onClick={() => setWhole(true)}>
            {texts.showAll(table.rows.length)}
          </Button>
        </div>
      )}
    </Panel>
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
}

const titles = {
  stall: texts.dayChartSold,
  point: texts.dayChartToppedUp,
  market: texts.dayChart,
} as const;

function DayChart({ buckets, summary, role }: DayChartProps) {
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
      <h2>{titles[role]}</h2>
      <BarChart
        label={says(titles[role], summary)}
        groups={buckets.map(({ label }) => label)}
        series={{ stall: [sold], point: [toppedUp], market: [toppedUp, sold] }[role]}
        format={amountText}
      />
    </>
  );
}

function OutstandingChart({ buckets, summary }: Omit<DayChartProps, 'role'>) {
  return (
    <>
      <h2>{texts.outstandingChart}</h2>
      <LineChart
        label={says(texts.outstandingChart, summary)}
        groups={buckets.map(({ label }) => label)}
        values={buckets.map(({ outstanding }) => outstanding)}
        format={amountText}
      />
    </>
  );
}

const ranksShown = 8;

/** Nobody sold: there is nothing to rank. */
function StallRanks({ summary }: { summary: PurchaseSummary }) {
  const rows = summary.stalls
    .filter(({ purchases }) => purchases.total > 0)
    .sort((one, other) => other.purchases.total - one.purchases.total)
    .slice(0, ranksShown)
    .map(({ estanteId, estanteName, purchases }) => ({
      id: estanteId,
      name: estanteName,
      value: purchases.total,
    }));
  if (rows.length === 0) return null;
  return (
    <>
      <h2>{texts.stallChart}</h2>
      <div className={styles.ranks}>
        <RankBars label={texts.stallChart} rows={rows} format={amountText} />
      </div>
    </>
  );
}

function says(what: string, { from, to }: PurchaseSummary): string {
  return texts.chartSays(what, dateText(from), dateText(to));
}
