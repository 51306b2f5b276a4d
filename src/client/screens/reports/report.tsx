import type { PurchaseSummary } from '#src/contract/purchase-history.ts';
import { reportTexts as texts } from '#src/client/texts/reports-texts.ts';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import { Panel } from '#src/client/ui/panel.tsx';
import { formatAmount } from '#src/domain/money.ts';
import { FactList } from '#src/client/ui/fact-list.tsx';
import { bucketsOf, unitOf } from './buckets.ts';
import { DayChart, OutstandingChart, StallRanks } from './report-charts.tsx';
import { ReportFigures } from './report-figures.tsx';
import { ReportSection } from './report-section.tsx';
import { tablesOf } from './report-tables.ts';
import styles from './reports.module.css';

interface ReportProps {
  summary: PurchaseSummary;
  role: 'stall' | 'point' | 'market';
}

/** What is on the screen and on paper. */
export function Report({ summary, role }: ReportProps) {
  const unit = unitOf(summary.days.length);
  const buckets = bucketsOf(summary.days, unit);
  const [days, stalls, points, others] = tablesOf(summary, role, unit);
  if (isQuiet(summary))
    return (
      <>
        <ReportFigures summary={summary} role={role} />
        <EmptyState drawing="basket" title={texts.quietTitle}>
          <p>{texts.quiet}</p>
        </EmptyState>
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

function isQuiet({ totals }: PurchaseSummary): boolean {
  const { purchases, topUps, voids, payouts, redemptions, expired } = totals;
  return [purchases, topUps, voids, payouts, redemptions, expired].every(({ count }) => count === 0);
}
