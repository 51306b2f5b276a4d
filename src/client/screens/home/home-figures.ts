import { Banknote, HandCoins, type LucideIcon, QrCode, ShoppingBasket, UserRoundCheck } from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { homeTexts as texts } from '#src/client/texts/home-texts.ts';
import type { MarketToday } from '#src/contract/market-today.ts';
import type { Today } from '#src/contract/today.ts';
import type { UserType } from '#src/contract/user-type.ts';
import { formatAmount } from '#src/domain/money.ts';

export interface Figure {
  name: string;
  icon: LucideIcon;
  value: string;
  note: string;
}

export function marketFigures({ purchases, topUps, outstanding, owed }: MarketToday): Figure[] {
  return [
    soldFigure(purchases),
    toppedUpFigure(topUps),
    {
      name: texts.outstanding,
      icon: QrCode,
      value: amountText(outstanding.total),
      note: texts.codes(formatAmount(outstanding.count)),
    },
    {
      name: texts.owed,
      icon: HandCoins,
      value: amountText(owed.total),
      note: texts.toStalls(formatAmount(owed.count)),
    },
  ];
}

/** Of everybody but a market: what one's own role did today. */
export function roleFigures(userType: UserType, today: Today): Figure[] {
  if (userType === 'ESTANTE') return [soldFigure(today.purchases)];
  if (userType === 'RECARGA') return [toppedUpFigure(today.topUps)];
  const outstanding: Figure = {
    name: texts.outstanding,
    icon: QrCode,
    value: amountText(today.outstanding),
    note: texts.outstandingNote,
  };
  const approvals: Figure = {
    name: texts.approvals,
    icon: UserRoundCheck,
    value: String(today.pendingApprovals),
    note: texts.approvalsNote(today.pendingApprovals),
  };
  return [soldFigure(today.purchases), toppedUpFigure(today.topUps), outstanding, approvals];
}

function soldFigure({ count, total }: Today['purchases']): Figure {
  return {
    name: texts.sold,
    icon: ShoppingBasket,
    value: amountText(total),
    note: texts.purchases(formatAmount(count)),
  };
}

function toppedUpFigure({ count, total }: Today['topUps']): Figure {
  return {
    name: texts.toppedUp,
    icon: Banknote,
    value: amountText(total),
    note: texts.topUps(formatAmount(count)),
  };
}
