import { Lock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { toAmount } from '#src/contract/brands.ts';
import { cashCalls } from '#src/contract/calls/cash.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ReasonField } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { tillTexts as texts } from '#src/client/texts/office/cash-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { CountedPieces, Till } from '#src/contract/markets/till.ts';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import { CountedField } from './till/counted-field.tsx';
import { TillFacts } from './till/till-facts.tsx';
import styles from './cash.module.css';

/** corte de caja, by the market at the point: what should be there, what is there, and why they differ. */
export function CountTill({ till }: { till: Till }) {
  const staleAfter = useStaleAfter();
  const [counted, setCounted] = useState(0);
  const [pieces, setPieces] = useState<CountedPieces[]>([]);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [round, setRound] = useState(0);
  const differs = counted !== till.expected;
  const lacksReason = differs && reason.trim() === '';
  // An empty field accuses nobody: the verdict comes with the first key.
  const hasBegun = counted > 0 || isTried;
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
          <CountedField
            counted={counted}
            onCounted={(amount, by) => {
              setCounted(amount);
              setPieces(by);
            }}
          />
          {hasBegun && <DifferenceText difference={counted - till.expected} />}
          {hasBegun && differs && (
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
          counted={counted}
          pieces={pieces}
          reason={differs ? reason.trim() : ''}
          onNo={() => {
            setAsked(false);
            reload();
          }}
          onDone={() => {
            setAsked(false);
            setCounted(0);
            setPieces([]);
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
  counted: number;
  pieces: readonly CountedPieces[];
  reason: string;
  onNo: () => void;
  onDone: () => void;
}

function ConfirmCount({ till, counted, pieces, reason, onNo, onDone }: ConfirmCountProps) {
  const { topUpPointId, expected } = till;
  const amount = amountText(counted);
  return (
    <MoneyConfirm
      subject={`count ${topUpPointId}`}
      send={(opId, body) => callServer(cashCalls.countTill, { opId, body })}
      body={{
        counted: toAmount(counted),
        expected,
        topUpPointId,
        ...(pieces.length === 0 ? {} : { pieces: [...pieces] }),
        ...(reason === '' ? {} : { reason }),
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

/** Counted less expected, in words. */
export function DifferenceText({ difference }: { difference: number }) {
  if (difference === 0) return <Badge kind="paid">{texts.fits}</Badge>;
  return (
    <Badge kind="warning">
      {difference < 0 ? texts.short(amountText(-difference)) : texts.over(amountText(difference))}
    </Badge>
  );
}
