import { useStaleAfter } from '#src/client/queries/stale.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { cashCalls } from '#src/contract/calls/cash.ts';
import { Lock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { ReasonField } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { tillTexts as texts } from '#src/client/texts/office/cash-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import type { Till } from '#src/contract/markets/cash.ts';
import { formatAmount } from '#src/domain/money.ts';
import { CountedField, DifferenceText } from './counted-field.tsx';
import styles from './cash.module.css';

interface CountTillProps {
  till: Till;
  /** A market names the point whose till it counts. */
  isOwn: boolean;
}

/** corte de caja: what should be there, what is there, and why they differ. */
export function CountTill({ till, isOwn }: CountTillProps) {
  const staleAfter = useStaleAfter();
  const [counted, setCounted] = useState(0);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [round, setRound] = useState(0);
  const differs = counted !== till.expected;
  const lacksReason = differs && reason.trim() === '';
  const reload = () => {
    void staleAfter('till counted');
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!lacksReason) setAsked(true);
  }

  return (
    <Panel className={styles.till}>
      <TillFacts till={till} />
      {till.expected === 0 ? (
        <Notice kind="info">{texts.empty}</Notice>
      ) : (
        <form key={round} className={styles.count} noValidate onSubmit={submit}>
          <h2>{texts.countTitle}</h2>
          <CountedField counted={counted} onCounted={setCounted} />
          <DifferenceText difference={counted - till.expected} />
          {differs && (
            <ReasonField label={texts.reason} hint={texts.reasonHint} reason={reason} onReason={setReason} />
          )}
          {isTried && lacksReason && <Notice kind="refused">{texts.reasonNeeded}</Notice>}
          <Button type="submit" size="money" icon={Lock}>
            {texts.close}
          </Button>
        </form>
      )}
      {isAsked && (
        <ConfirmCount
          till={till}
          isOwn={isOwn}
          counted={counted}
          reason={differs ? reason.trim() : ''}
          onNo={() => {
            setAsked(false);
            reload();
          }}
          onDone={() => {
            setAsked(false);
            setCounted(0);
            setReason('');
            setTried(false);
            setRound(round + 1);
            showToast('success', texts.closed1(amountText(counted)));
            reload();
          }}
        />
      )}
    </Panel>
  );
}

interface ConfirmCountProps {
  till: Till;
  isOwn: boolean;
  counted: number;
  reason: string;
  onNo: () => void;
  onDone: () => void;
}

function ConfirmCount({ till, isOwn, counted, reason, onNo, onDone }: ConfirmCountProps) {
  const { topUpPointId, expected } = till;
  const amount = amountText(counted);
  return (
    <MoneyConfirm
      subject={`count ${topUpPointId}`}
      send={(opId, body) => callServer(cashCalls.countTill, { opId, body })}
      body={{
        counted,
        expected,
        ...(reason === '' ? {} : { reason }),
        ...(isOwn ? {} : { topUpPointId }),
      }}
      title={texts.askClose(amount)}
      no={texts.noClose}
      yes={texts.yesClose(amount)}
      onNo={onNo}
      onDone={onDone}
    >
      <p>{texts.closeNote(amount)}</p>
      <DifferenceText difference={counted - expected} />
    </MoneyConfirm>
  );
}

function TillFacts({ till: { expected, topUps, lastCountAt } }: { till: Till }) {
  return (
    <div className={styles.facts}>
      <div>
        <h2>{texts.expected}</h2>
        <p className={styles.big}>{amountText(expected)}</p>
      </div>
      <FactList
        facts={[
          {
            name: texts.toppedUp,
            value: texts.toppedUpValue(amountText(topUps.total), formatAmount(topUps.count)),
          },
          { name: texts.lastCount, value: lastCountAt === null ? texts.never : dateTimeText(lastCountAt) },
        ]}
      />
    </div>
  );
}
