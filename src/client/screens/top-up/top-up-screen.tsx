import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { keys } from '#src/client/queries/keys.ts';
import { useToday } from '#src/client/queries/markets.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { AmountPad } from '#src/client/shared/notes/amount-pad.tsx';
import type { Answer } from '#src/client/shared/operation/use-answer.ts';
import { useReceiptLines } from '#src/client/shared/print/receipt-lines.ts';
import { PrinterLine } from '#src/client/shared/printer/printer-line.tsx';
import { rollInReach, usePrinter } from '#src/client/shared/printer/use-printer.ts';
import { useMedia } from '#src/client/shared/use-media.ts';
import { topUpTexts as texts } from '#src/client/texts/topups/top-up-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { StepHead } from '#src/client/ui/layers/step-head.tsx';
import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import { AmountStep } from './amount-step.tsx';
import { CashStep, TopUpAct } from './cash-step.tsx';
import {
  CustomerRegistration,
  type Registration,
  useCustomerRegistration,
} from './customer/customer-registration.tsx';
import { CustomerStep } from './customer/customer-step.tsx';
import { TillFull } from './till/till-full.tsx';
import { TillNearly } from './till/till-nearly.tsx';
import { TopUpOutcome } from './top-up-outcome.tsx';
import { TopUpPhone } from './top-up-phone.tsx';
import { type TopUpForm, useTopUpForm } from './use-top-up-form.ts';
import styles from './top-up.module.css';

export function TopUpScreen() {
  const form = useTopUpForm();
  const [chosen, setChosen] = useState<PublicUser | null>(null);
  const take = (user: PublicUser, isHere?: boolean) => {
    form.takeCustomer(user, isHere);
    setChosen(user);
  };
  const registration = useCustomerRegistration(form.locked ? undefined : take);
  const today = useTodayAfter(form.answer.kind);
  const isPhone = useMedia('(max-width: 599.98px)');
  if (form.room.isAsked && form.room.level !== null)
    return <TillFull room={form.room} level={form.room.level} amount={form.amount} />;
  if (isPhone)
    return (
      <TopUpPhone
        form={form}
        registration={registration}
        isChosen={chosen === form.customer}
        onChosen={(isChosen) => setChosen(isChosen ? form.customer : null)}
        onTaken={take}
      />
    );
  return <TopUpDesk form={form} registration={registration} today={today} />;
}

interface TopUpDeskProps {
  form: TopUpForm;
  registration: Registration;
  today: ReturnType<typeof useTodayAfter>;
}

/** All steps on one page, from a tablet on. */
function TopUpDesk({ form, registration, today }: TopUpDeskProps) {
  const withPad = useMedia('(max-width: 1023.98px)');
  const outcome = useShownWhenSettled(form.answer.kind);
  const next = useRef<HTMLButtonElement>(null);
  const isPrinting = rollInReach(usePrinter()) !== null;
  const isAsked = form.answer.kind === 'none' || form.answer.kind === 'asking';
  // Read before the first paper, which has them on it.
  useReceiptLines();
  return (
    <>
      <header className={styles.head}>
        <h1>{texts.title}</h1>
        <PrinterLine />
        {today !== undefined && (
          <p>
            {texts.today} <b>{amountText(today.total)}</b> {texts.todayCount(today.count)}
          </p>
        )}
      </header>
      <TillNearly room={form.room} />
      <div className={styles.columns}>
        <Panel className={styles.steps}>
          <CustomerStep form={form} onRegister={registration.startWith} hasRoom={false} />
          <form
            className={styles.money}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void form.place(isPrinting);
            }}
          >
            <section className={`${styles.step} ${styles.amountStep}`}>
              <StepHead number={2} title={texts.amount} reached={form.customer !== null} />
              <AmountStep form={form} withPad={withPad} />
              {(withPad || form.entry.face === 'notes') && form.customer !== null && !form.locked && (
                <AmountPad entry={form.entry} />
              )}
            </section>
            <CashStep form={form} />
            <Zocalo place="panel">
              <div className={isPrinting && isAsked ? `${styles.act} ${styles.twoWays}` : styles.act}>
                <TopUpAct form={form} next={next} />
              </div>
            </Zocalo>
          </form>
        </Panel>
        <div className={styles.side}>
          <div ref={outcome} className={styles.outcome}>
            <TopUpOutcome form={form} next={next} />
          </div>
          <CustomerRegistration registration={registration} />
        </div>
      </div>
    </>
  );
}

/**
 * Reads today's figures again after a top-up is accepted, and the customer's balance when it is next shown.
 */
function useTodayAfter(kind: Answer['kind']) {
  const { data, refetch } = useToday();
  const queries = useQueryClient();
  useEffect(() => {
    if (kind !== 'accepted') return;
    void refetch();
    void queries.invalidateQueries({ queryKey: keys.customer.all, refetchType: 'none' });
  }, [kind, refetch, queries]);
  return data?.topUps;
}

/** On a narrow screen the result is below the steps, so it is scrolled into view. */
function useShownWhenSettled(kind: Answer['kind']): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (kind !== 'none' && kind !== 'asking') place.current?.scrollIntoView({ block: 'nearest' });
  }, [kind]);
  return place;
}
