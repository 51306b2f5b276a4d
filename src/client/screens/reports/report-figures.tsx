import { Banknote, HandCoins, type LucideIcon, QrCode, RotateCcw, ShoppingBasket, Undo2 } from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { periodText } from '#src/client/shared/period/period.ts';
import { reportTexts as texts } from '#src/client/texts/reports/reports-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { lettersOf } from '#src/client/ui/letters-of.ts';
import type { PurchaseSummary } from '#src/contract/purchases/purchase-history.ts';
import { formatAmount } from '#src/domain/money.ts';
import styles from './reports.module.css';

interface Figure {
  name: string;
  icon: LucideIcon;
  value: string;
  note: string;
}

interface ReportFiguresProps {
  summary: PurchaseSummary;
  role: 'stall' | 'point' | 'market';
}

/** Two columns, or four where they fit. */
export function ReportFigures({ summary, role }: ReportFiguresProps) {
  return (
    <Panel className={styles.board} aria-label={periodText(summary)}>
      <dl className={styles.figures}>
        {figuresOf(summary, role).map(({ name, icon, value, note }) => (
          <div key={name} className={`stack-8 pad-strip ${styles.figure}`}>
            <dt>
              <Icon of={icon} size={20} />
              {name}
            </dt>
            <dd className={styles.value} style={lettersOf(value)}>
              {value}
            </dd>
            <dd className={`soft small ${styles.note}`}>{note}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

type SumName = 'purchases' | 'topUps' | 'voids' | 'payouts';

function figuresOf(summary: PurchaseSummary, role: ReportFiguresProps['role']): Figure[] {
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
