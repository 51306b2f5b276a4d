import { useStaleAfter } from '#src/client/queries/stale.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { pointsCalls } from '#src/contract/calls/points.ts';
import { Gift, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { personName } from '#src/client/shared/names.ts';
import { IssuedVoucher } from '#src/client/shared/voucher/issued-voucher.tsx';
import { pointsTexts, redemptionTexts as texts } from '#src/client/texts/office/points-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { StepHead } from '#src/client/ui/layers/step-head.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import type { RedemptionReceipt, Reward } from '#src/contract/markets/points.ts';
import { formatAmount } from '#src/domain/money.ts';
import { FindCustomer, type PointsHolder, useFoundCustomer } from './find-customer.tsx';
import { RewardChoice } from './reward-choice.tsx';
import styles from './points.module.css';

/** Find the customer, choose the reward, confirm; then what to hand over. */
export function Redeem({ customerId }: { customerId: string | null }) {
  const staleAfter = useStaleAfter();
  const found = useFoundCustomer(customerId);
  const [asked, setAsked] = useState<Reward | null>(null);
  const [receipt, setReceipt] = useState<RedemptionReceipt | null>(null);
  const { customer } = found;

  if (receipt !== null)
    return (
      <RedemptionResult
        receipt={receipt}
        onAgain={() => {
          setReceipt(null);
          found.clear();
        }}
      />
    );
  return (
    <div className={styles.steps}>
      <Panel className={styles.step}>
        <StepHead number={1} title={texts.findTitle} reached />
        <FindCustomer found={found} />
      </Panel>
      <Panel className={styles.step}>
        <StepHead number={2} title={texts.chooseReward} reached={customer !== null} />
        <RewardChoice customer={customer} onChoose={setAsked} />
      </Panel>
      {asked !== null && customer !== null && (
        <ConfirmRedemption
          customer={customer}
          reward={asked}
          onNo={() => setAsked(null)}
          onDone={(done) => {
            setAsked(null);
            setReceipt(done);
            void staleAfter('points redeemed');
          }}
        />
      )}
    </div>
  );
}

interface ConfirmRedemptionProps {
  customer: PointsHolder;
  reward: Reward;
  onNo: () => void;
  onDone: (receipt: RedemptionReceipt) => void;
}

function ConfirmRedemption({ customer, reward, onNo, onDone }: ConfirmRedemptionProps) {
  const { user, points } = customer;
  const cost = formatAmount(reward.pointsCost);
  return (
    <MoneyConfirm
      subject={`redeem ${user._id} ${reward._id}`}
      send={(opId, body) => callServer(pointsCalls.redeemReward, { opId, body })}
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

interface RedemptionResultProps {
  receipt: RedemptionReceipt;
  onAgain: () => void;
}

/** What to hand over: the reward itself, or the code that carries its money. */
function RedemptionResult({ receipt, onAgain }: RedemptionResultProps) {
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <>
      <Panel state="paid" className={styles.result} role="status">
        <h2>
          <Icon of={Gift} size={28} />
          {texts.done}
        </h2>
        {receipt.recarga === undefined && <p className={styles.name}>{texts.handOver(receipt.name)}</p>}
        <FactList
          facts={[
            { name: pointsTexts.customer, value: personName(receipt.ownerName) },
            { name: texts.code, value: receipt.codeCanje },
            { name: texts.paid, value: pointsTexts.pointsOf(formatAmount(receipt.points)) },
            { name: texts.left, value: pointsTexts.pointsOf(formatAmount(receipt.puntosRestantes)) },
          ]}
        />
        {receipt.recarga === undefined && (
          <div>
            <Button icon={Plus} onClick={onAgain}>
              {texts.another}
            </Button>
          </div>
        )}
      </Panel>
      {receipt.recarga !== undefined && (
        <IssuedVoucher receipt={receipt.recarga} again={texts.another} onAgain={onAgain} />
      )}
    </>
  );
}
