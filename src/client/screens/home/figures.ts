import { Banknote, HandCoins, QrCode, ShoppingBasket, UserRoundCheck } from 'lucide-react';
import { homeTexts as texts } from '#src/client/texts/home-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import type { Figure } from '#src/client/ui/tables/figures.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { MarketToday, Today } from '#src/contract/markets/today.ts';
import { formatAmount } from '#src/domain/money.ts';

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

/** Today's figures of every role but the market. */
export function roleFigures(userType: UserType, today: Today): Figure[] {
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
