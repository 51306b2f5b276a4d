import { Gift, Plus } from 'lucide-react';
import { useState, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { PointsTable } from '#src/client/list/points-table.tsx';
import { MoneyConfirm } from '#src/client/money/money-confirm.tsx';
import { IssuedVoucher } from '#src/client/money/voucher/issued-voucher.tsx';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { pointsTexts as texts, redemptionTexts } from '#src/client/texts/customers/points-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { StepHead } from '#src/client/ui/layers/step-head.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import { pointsCalls } from '#src/contract/points/calls.ts';
import type { RedemptionReceipt, Reward } from '#src/contract/points/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import { FindCustomer, type PointsHolder, useFoundCustomer, RewardChoice } from './find-customer.tsx';
import { RewardList } from './reward-list.tsx';

type Section = 'redeem' | 'rewards' | 'history';

/** Staff who serve customers redeem rewards; the market defines them. */
export function PointsScreen() {
  const userType = useSessionUser()?.userType ?? 'RECARGA';
  const customerId = useSearchParams()[0].get('cliente');
  const mayRedeem = userType !== 'ADMIN';
  const redeemsFirst = mayRedeem && (userType === 'RECARGA' || customerId !== null);
  const [section, setSection] = useState<Section>(redeemsFirst ? 'redeem' : 'rewards');
  const sections: Section[] = redeemsFirst
    ? ['redeem', 'rewards', 'history']
    : ['rewards', ...(mayRedeem ? ['redeem' as const] : []), 'history'];
  return (
    <>
      <h1>{texts.title}</h1>
      <FilterChips<Section>
        label={texts.sections}
        chosen={section}
        onChoose={setSection}
        chips={sections.map((value) => ({ value, label: texts[value] }))}
      />
      {section === 'redeem' && <Redeem customerId={customerId} />}
      {section === 'rewards' && <RewardList userType={userType} />}
      {section === 'history' && <PointsTable customerId={null} />}
    </>
  );
}

/** Find the customer, choose the reward, confirm; then see what to hand over. */
function Redeem({ customerId }: { customerId: string | null }) {
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
    <div className="stack halves">
      <Panel className="panel-body">
        <StepHead number={1} title={redemptionTexts.findTitle} reached />
        <FindCustomer found={found} />
      </Panel>
      <Panel className="panel-body">
        <StepHead number={2} title={redemptionTexts.chooseReward} reached={customer !== null} />
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
      title={redemptionTexts.ask(reward.name)}
      no={redemptionTexts.no}
      yes={redemptionTexts.yes(cost)}
      onNo={onNo}
      onDone={onDone}
    >
      <p>
        {redemptionTexts.askNote(personName(user.ownerName), cost, formatAmount(points - reward.pointsCost))}
      </p>
      <p>
        {reward.monto === undefined
          ? redemptionTexts.byHand
          : redemptionTexts.withWorth(amountText(reward.monto))}
      </p>
    </MoneyConfirm>
  );
}

/** The thing to hand over: the reward, or the voucher that carries its amount. */
function RedemptionResult({ receipt, onAgain }: { receipt: RedemptionReceipt; onAgain: () => void }) {
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <>
      <Panel state="paid" className="panel-body" role="status">
        <h2 className="row-12">
          <Icon of={Gift} size={28} />
          {redemptionTexts.done}
        </h2>
        {receipt.recarga === undefined && <p className="strong">{redemptionTexts.handOver(receipt.name)}</p>}
        <FactList
          facts={[
            { name: texts.customer, value: personName(receipt.ownerName) },
            { name: redemptionTexts.code, value: receipt.codeCanje },
            { name: redemptionTexts.paid, value: texts.pointsOf(formatAmount(receipt.points)) },
            {
              name: redemptionTexts.left,
              value: texts.pointsOf(formatAmount(receipt.puntosRestantes)),
            },
          ]}
        />
        {receipt.recarga === undefined && (
          <div>
            <Button icon={Plus} onClick={onAgain}>
              {redemptionTexts.another}
            </Button>
          </div>
        )}
      </Panel>
      {receipt.recarga !== undefined && (
        <IssuedVoucher receipt={receipt.recarga} again={redemptionTexts.another} onAgain={onAgain} />
      )}
    </>
  );
}
