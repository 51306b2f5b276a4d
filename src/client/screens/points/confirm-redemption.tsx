import { redeemReward } from '#src/client/api/points.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { personName } from '#src/client/shared/names.ts';
import { redemptionTexts as texts } from '#src/client/texts/points-texts.ts';
import type { RedemptionReceipt, Reward } from '#src/contract/points.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { PointsHolder } from './use-found-customer.ts';

interface ConfirmRedemptionProps {
  customer: PointsHolder;
  reward: Reward;
  onNo: () => void;
  onDone: (receipt: RedemptionReceipt) => void;
}

export function ConfirmRedemption({ customer, reward, onNo, onDone }: ConfirmRedemptionProps) {
  const { user, points } = customer;
  const cost = formatAmount(reward.pointsCost);
  return (
    <MoneyConfirm
      subject={`redeem ${user._id} ${reward._id}`}
      send={redeemReward}
      body={{ clientId: user._id, pointsId: reward._id, pointsCost: reward.pointsCost }}
      title={texts.ask(reward.name)}
      no={texts.no}
      yes={texts.yes(cost)}
      onNo={onNo}
      onDone={onDone}
    >
      <p>{texts.askNote(personName(user.ownerName), cost, formatAmount(points - reward.pointsCost))}</p>
      <p>{reward.monto === undefined ? texts.byHand : texts.withWorth(amountText(reward.monto))}</p>
    </MoneyConfirm>
  );
}
