import { ArrowDown, ArrowUp, Equal } from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { dayAfter, daysOf, periodText } from '#src/client/shared/period/period.ts';
import { reportTexts as texts } from '#src/client/texts/office/reports-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { lettersOf } from '#src/client/ui/letters-of.ts';
import type { PurchaseSummary } from '#src/contract/money/purchase-history.ts';
import { formatAmount } from '#src/domain/money.ts';
import listStyles from '#src/client/shared/lists/lists.module.css';
import styles from './reports.module.css';

interface Figure {
  name: string;
  value: string;
  note: string;
  /** absent where the period before says nothing */
  before?: { now: number; earlier: number; text: string };
}

interface ReportFiguresProps {
  summary: PurchaseSummary;
  role: 'stall' | 'point' | 'market';
}

const icons = { up: ArrowUp, down: ArrowDown, same: Equal } as const;

/** What the period came to, each figure beside that of the days before. */
export function ReportFigures({ summary, role }: ReportFiguresProps) {
  const { from, to } = summary;
  const before = { from: dayAfter(from, -daysOf({ from, to })), to: dayAfter(from, -1) };
  return (
    <Panel className={styles.board} aria-label={periodText(summary)}>
      <dl className={styles.figures}>
        {figuresOf(summary, role).map((figure) => (
          <div key={figure.name} className={styles.figure}>
            <dt>{figure.name}</dt>
            <dd className={styles.value} style={lettersOf(figure.value)}>
              {figure.value}
            </dd>
            <dd className={listStyles.soft}>{figure.note}</dd>
            {figure.before !== undefined && <Before {...figure.before} />}
          </div>
        ))}
      </dl>
      <p className={`${listStyles.soft} ${styles.beforeNote}`}>{texts.periodBefore(periodText(before))}</p>
    </Panel>
  );
}

function Before({ now, earlier, text }: { now: number; earlier: number; text: string }) {
  const { text: words, side } = compare(now, earlier);
  const isFirst = earlier === 0;
  return (
    <dd className={`${listStyles.soft} ${styles.before}`}>
      <Icon of={icons[side]} size={18} />
      <span>
        {words}
        {!isFirst && <span className={styles.earlier}>{texts.before(text)}</span>}
      </span>
    </dd>
  );
}

type SumName = 'purchases' | 'topUps' | 'voids' | 'overspends' | 'payouts';

function figuresOf(summary: PurchaseSummary, role: ReportFiguresProps['role']): Figure[] {
  const sum = (name: string, of: SumName): Figure => ({
    name,
    value: amountText(summary.totals[of].total),
    note: texts[of](formatAmount(summary.totals[of].count)),
    before: {
      now: summary.totals[of].total,
      earlier: summary.previous[of].total,
      text: amountText(summary.previous[of].total),
    },
  });
  if (role === 'point') return [sum(texts.toppedUp, 'topUps')];
  if (role === 'stall')
    return [sum(texts.sold, 'purchases'), sum(texts.voided, 'voids'), sum(texts.paidOut, 'payouts')];
  return [
    sum(texts.sold, 'purchases'),
    sum(texts.toppedUp, 'topUps'),
    { name: texts.outstanding, value: amountText(summary.outstanding), note: texts.outstandingNote },
    sum(texts.overspend, 'overspends'),
    {
      name: texts.points,
      value: formatAmount(summary.totals.pointsEarned),
      note: texts.redeemed(formatAmount(summary.totals.pointsRedeemed)),
      before: {
        now: summary.totals.pointsEarned,
        earlier: summary.previous.pointsEarned,
        text: formatAmount(summary.previous.pointsEarned),
      },
    },
  ];
}

interface Comparison {
  text: string;
  side: 'up' | 'down' | 'same';
}

/** How a figure stands to the one of the period before, in words. */
export function compare(now: number, before: number): Comparison {
  if (now === before) return { text: texts.same, side: 'same' };
  if (before === 0) return { text: texts.fresh, side: 'up' };
  const percent = Math.round(((now - before) / Math.abs(before)) * 100);
  if (percent === 0) return { text: texts.same, side: 'same' };
  const shown = String(Math.abs(percent));
  return percent > 0 ? { text: texts.up(shown), side: 'up' } : { text: texts.down(shown), side: 'down' };
}
