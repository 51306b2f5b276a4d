import { useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { ReasonField } from '#src/client/shared/confirm/reason-field.tsx';
import { tillTexts as texts } from '#src/client/texts/cash-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/notice.tsx';
import { Panel } from '#src/client/ui/panel.tsx';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { Till } from '#src/contract/cash.ts';
import { ConfirmCount } from './confirm-count.tsx';
import { CountedField } from './counted-field.tsx';
import { DifferenceText } from './difference-text.tsx';
import { TillFacts } from './till-facts.tsx';
import styles from './cash.module.css';

interface CountTillProps {
  till: Till;
  /** A market names the point whose till it counts. */
  isOwn: boolean;
}

/** corte de caja: what should be there, what is there, and why they differ. */
export function CountTill({ till, isOwn }: CountTillProps) {
  const client = useQueryClient();
  const [counted, setCounted] = useState(0);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [round, setRound] = useState(0);
  const differs = counted !== till.expected;
  const lacksReason = differs && reason.trim() === '';
  const reload = () => {
    void client.invalidateQueries({ queryKey: ['tills'] });
    void client.invalidateQueries({ queryKey: ['till-counts'] });
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
