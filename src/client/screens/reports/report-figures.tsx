import { Banknote, HandCoins, type LucideIcon, QrCode, RotateCcw, ShoppingBasket, Undo2 } from 'lucide-react';
import { periodText } from '#src/client/list/period/period.ts';
import { reportTexts as texts } from '#src/client/texts/reports/reports-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { type Figure, Figures } from '#src/client/ui/tables/figures.tsx';
import type { PurchaseSummary } from '#src/contract/purchases/purchase-history.ts';
import { formatAmount } from '#src/domain/money.ts';

interface ReportFiguresProps {
  summary: PurchaseSummary;
  role: 'stall' | 'point' | 'market';
}

export function ReportFigures({ summary, role }: ReportFiguresProps) {
  return <Figures label={periodText(summary)} figures={figuresOf(summary, role)} />;
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
