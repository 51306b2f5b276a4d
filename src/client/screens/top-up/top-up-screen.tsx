import { type RefObject, useEffect, useRef } from 'react';
import { useToday } from '#src/client/queries/markets.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import type { Answer } from '#src/client/shared/operation/use-answer.ts';
import { topUpTexts as texts } from '#src/client/texts/counter/top-up-texts.ts';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { AmountStep, CashStep, CustomerStep } from './top-up-steps.tsx';
import { CustomerRegistration } from './customer-registration.tsx';
import { TopUpOutcome } from './top-up-outcome.tsx';
import { useTopUpForm } from './use-top-up-form.ts';
import styles from './top-up.module.css';

export function TopUpScreen() {
  const form = useTopUpForm();
  const today = useTodayAfter(form.answer.kind)?.topUps;
  const outcome = useShownWhenSettled(form.answer.kind);
  return (
    <>
      <header className={styles.head}>
        <h1>{texts.title}</h1>
        {today !== undefined && (
          <p>
            {texts.today} <b>{amountText(today.total)}</b> {texts.todayCount(today.count)}
          </p>
        )}
      </header>
      <div className={styles.columns}>
        <Panel className={styles.steps}>
          <CustomerStep form={form} />
          <AmountStep form={form} />
          <CashStep form={form} />
        </Panel>
        <div className={styles.side}>
          <div ref={outcome} className={styles.outcome}>
            <TopUpOutcome form={form} />
          </div>
          <CustomerRegistration onRegistered={form.locked ? undefined : form.takeCustomer} />
        </div>
      </div>
    </>
  );
}

/** Today's figures, read again as soon as a top-up was accepted. */
function useTodayAfter(kind: Answer['kind']) {
  const { data, refetch } = useToday();
  useEffect(() => {
    if (kind === 'accepted') void refetch();
  }, [kind, refetch]);
  return data;
}

/** On a narrow screen the result stands below the steps: it comes into sight by itself. */
function useShownWhenSettled(kind: Answer['kind']): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (kind !== 'none' && kind !== 'asking') place.current?.scrollIntoView({ block: 'nearest' });
  }, [kind]);
  return place;
}
