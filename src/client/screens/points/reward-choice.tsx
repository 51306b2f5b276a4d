import { keys } from '#src/client/queries/keys.ts';
import { useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import type { Points } from '#src/contract/brands.ts';
import { pointsCalls } from '#src/contract/calls/points.ts';
import { Gift } from 'lucide-react';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { pointsTexts, redemptionTexts as texts, rewardTexts } from '#src/client/texts/office/points-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import type { Reward } from '#src/contract/markets/points.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { PointsHolder } from './find-customer.tsx';
import styles from './points.module.css';

interface RewardChoiceProps {
  customer: PointsHolder | null;
  onChoose: (reward: Reward) => void;
}

export function RewardChoice({ customer, onChoose }: RewardChoiceProps) {
  const query = useRewards();
  const rewards = query.data?.filter(({ active }) => active);
  return (
    <>
      {customer === null && <p className={styles.note}>{texts.firstCustomer}</p>}
      <ListBody
        query={query}
        data={rewards}
        isEmpty={rewards?.length === 0}
        empty={<p>{rewardTexts.noneHere}</p>}
        skeletonRows={3}
        bare
      >
        {(offered) => (
          <ul className={styles.rewards}>
            {offered.map((reward) => (
              <RewardItem
                key={reward._id}
                reward={reward}
                points={customer?.points ?? null}
                onChoose={() => onChoose(reward)}
              />
            ))}
          </ul>
        )}
      </ListBody>
    </>
  );
}

interface RewardItemProps {
  reward: Reward;
  /** null: nobody was found yet */
  points: Points | null;
  onChoose: () => void;
}

function RewardItem({ reward, points, onChoose }: RewardItemProps) {
  const { name, description, pointsCost, monto } = reward;
  const lacking = points === null ? 0 : pointsCost - points;
  return (
    <li>
      <span>
        <b>{name}</b>
        {description}
        {monto !== undefined && ` · ${amountText(monto)}`}
      </span>
      <span className={styles.cost}>
        {pointsTexts.pointsOf(formatAmount(pointsCost))}
        {lacking > 0 && <small>{texts.lacks(formatAmount(lacking))}</small>}
      </span>
      <Button
        size="row"
        icon={Gift}
        disabled={points === null || lacking > 0}
        aria-label={texts.redeemOf(name)}
        onClick={onChoose}
      >
        {pointsTexts.redeem}
      </Button>
    </li>
  );
}

/** Rewards that can be redeemed, cheapest first. */
export function useRewards() {
  return useQuery({
    queryKey: keys.rewards.all,
    queryFn: async () => unwrap(await callServer(pointsCalls.listRewards)),
  });
}
