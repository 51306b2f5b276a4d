import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { redemptionTexts as texts } from '#src/client/texts/points-texts.ts';
import { Panel } from '#src/client/ui/panel.tsx';
import { StepHead } from '#src/client/ui/step-head.tsx';
import type { RedemptionReceipt, Reward } from '#src/contract/points.ts';
import { ConfirmRedemption } from './confirm-redemption.tsx';
import { FindCustomer } from './find-customer.tsx';
import { RedemptionResult } from './redemption-result.tsx';
import { RewardChoice } from './reward-choice.tsx';
import { useFoundCustomer } from './use-found-customer.ts';
import styles from './points.module.css';

/** Find the customer, choose the reward, confirm; then what to hand over. */
export function Redeem({ customerId }: { customerId: string | null }) {
  const client = useQueryClient();
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
            void client.invalidateQueries({ queryKey: ['customer'] });
            void client.invalidateQueries({ queryKey: ['customers'] });
            void client.invalidateQueries({ queryKey: ['points-history'] });
          }}
        />
      )}
    </div>
  );
}
