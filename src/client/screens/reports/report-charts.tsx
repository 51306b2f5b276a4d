import { amountText } from '#src/client/shared/amounts.ts';
import { dateText } from '#src/client/shared/dates.ts';
import { reportTexts as texts } from '#src/client/texts/office/reports-texts.ts';
import { BarChart, type Series } from '#src/client/ui/charts/bar-chart.tsx';
import { LineChart } from '#src/client/ui/charts/line-chart.tsx';
import { RankBars } from '#src/client/ui/charts/rank-bars.tsx';
import type { PurchaseSummary } from '#src/contract/money/purchase-history.ts';
import type { Bucket } from './buckets.ts';
import styles from './reports.module.css';

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

export function DayChart({ buckets, summary, role }: DayChartProps) {
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

export function OutstandingChart({ buckets, summary }: Omit<DayChartProps, 'role'>) {
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
export function StallRanks({ summary }: { summary: PurchaseSummary }) {
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
