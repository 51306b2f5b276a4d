import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { AmountPad, TypedAmount } from '#src/client/money/notes/amount-pad.tsx';
import type { Answer } from '#src/client/money/operation/use-answer.ts';
import { useReceiptLines } from '#src/client/money/papers/receipt-lines.ts';
import { PrinterLine } from '#src/client/money/printer/printer-line.tsx';
import { rollInReach, usePrinter } from '#src/client/money/printer/use-printer.ts';
import { useToday } from '#src/client/queries/home-figures.ts';
import { keys } from '#src/client/queries/keys.ts';
import { tillFullTexts } from '#src/client/texts/cash/till-texts.ts';
import { topUpTexts as texts } from '#src/client/texts/topups/top-up-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { ignoreEarlyTaps } from '#src/client/ui/layers/result-screen.tsx';
import { StepHead } from '#src/client/ui/layers/step-head.tsx';
import { wholeScreen } from '#src/client/ui/layers/whole-screen.ts';
import { useMedia } from '#src/client/ui/use-browser.ts';
import { CashStep, TopUpAct } from './cash-step.tsx';
import { CustomerRegistration, useCustomerRegistration } from './customer/customer-registration.tsx';
import { CustomerStep } from './customer/customer-step.tsx';
import { TillFull, TillNearly } from './till-room.tsx';
import { TopUpOutcome } from './top-up-outcome.tsx';
import { type TopUpForm, type TopUpPartProps, useTopUpForm } from './use-top-up-form.ts';
import styles from './top-up.module.css';

/** Customer, amount, cash and outcome in one form. A phone shows the part that is next, on its whole screen. */
export function TopUpScreen() {
  const form = useTopUpForm();
  const registration = useCustomerRegistration(form.locked ? undefined : form.awaitCustomer);
  const { today, outcome } = useSettled(form.answer.kind);
  const next = useRef<HTMLButtonElement>(null);
  const isPhone = useMedia('(max-width: 599.98px)');
  // Read before the first paper, which has them on it.
  useReceiptLines();
  if (form.room.isAsked && form.room.level !== null)
    return <TillFull room={form.room} level={form.room.level} amount={form.amount} />;
  const part = form.isSettled ? 'outcome' : form.customer === null ? undefined : 'amount';
  return (
    <div
      ref={isPhone && part ? wholeScreen : undefined}
      className={isPhone && part ? `column covers ${styles.page}` : styles.page}
      data-part={part}
    >
      <header className={`split-4 ${styles.head}`}>
        <h1>{texts.title}</h1>
        <PrinterLine />
        {today !== undefined && (
          <p>
            {texts.today} <b>{amountText(today.total)}</b> {texts.todayCount(today.count)}
          </p>
        )}
      </header>
      <TillNearly room={form.room} />
      <div className={`stack-20 fill ${styles.columns}`}>
        <Panel className={`column ${styles.steps}`}>
          <CustomerStep form={form} onRegister={registration.startWith} />
          <MoneyForm form={form} next={next} isPhone={isPhone} />
        </Panel>
        <div className={`column ${styles.side}`}>
          <div ref={outcome} className={`column ${styles.outcome}`}>
            <TopUpOutcome form={form} next={next} />
          </div>
          <CustomerRegistration registration={registration} />
        </div>
      </div>
    </div>
  );
}

function MoneyForm({ form, next, isPhone }: TopUpPartProps & { isPhone: boolean }) {
  const withPad = useMedia('(max-width: 1023.98px)');
  const isPrinting = rollInReach(usePrinter()) !== null;
  const { customer, entry, locked, isSettled, problem } = form;
  return (
    <form
      className={`column ${styles.money}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.place(isPrinting);
      }}
    >
      <section className={`stack-12 pad-row ${styles.step} ${styles.amountStep}`}>
        <StepHead number={2} title={texts.amount} reached={customer !== null} />
        <AmountStep form={form} withPad={withPad} />
        {(withPad || entry.face === 'notes') && customer !== null && !isSettled && (
          <AmountPad entry={entry} tall={isPhone} disabled={locked} />
        )}
      </section>
      <CashStep form={form} />
      {problem !== '' && (
        <div className={`stack-12 pad-row ${styles.step}`}>
          <Notice kind="refused">{problem}</Notice>
        </div>
      )}
      <Zocalo place="panel">
        <div
          key={isSettled ? 'next' : 'top-up'}
          ref={ignoreEarlyTaps}
          className={`row-12 fill ${styles.act} ${isPrinting && !isSettled ? styles.twoWays : ''}`}
        >
          <TopUpAct form={form} next={next} />
        </div>
      </Zocalo>
    </form>
  );
}

/**
 * Reads today's figures and the till again after a top-up is accepted, and the customer's balance when it is next
 * shown. On a narrow screen the outcome is below the steps, so it is scrolled into view.
 */
function useSettled(kind: Answer['kind']) {
  const { data, refetch } = useToday();
  const queries = useQueryClient();
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (kind !== 'none' && kind !== 'asking') outcome.current?.scrollIntoView({ block: 'nearest' });
    if (kind !== 'accepted') return;
    void refetch();
    void queries.invalidateQueries({ queryKey: keys.tills.all });
    void queries.invalidateQueries({ queryKey: keys.customer.all, refetchType: 'none' });
  }, [kind, refetch, queries]);
  return { today: data?.topUps, outcome };
}

/**
 * Amount field and chips. A customer was just chosen, so the field takes the focus and its contents are
 * selected. `withPad`: a pad is beside it.
 */
function AmountStep({ form, withPad }: { form: TopUpForm; withPad: boolean }) {
  const { customer, amount, setAmount, locked, entry } = form;
  const isByNotes = entry.face === 'notes';
  const field = useRef<HTMLInputElement>(null);
  const ready = customer !== null && !locked;
  useEffect(() => {
    if (!ready || customer === null) return;
    window.scrollTo(0, 0);
    field.current?.focus();
    field.current?.select();
  }, [customer, ready]);
  return (
    <>
      <TypedAmount
        entry={entry}
        label={texts.amountLabel}
        labelHidden
        amount={amount}
        onAmount={setAmount}
        disabled={!ready}
        clearable={!isByNotes}
        withPad={withPad || isByNotes}
        inputRef={field}
        alarm={form.room.isFull && tillFullTexts.alarm(amountText(form.room.left))}
      />
      {locked ? (
        <p className="soft small">{form.answer.kind === 'accepted' ? texts.done : texts.locked}</p>
      ) : (
        !isByNotes && (
          <div className={styles.quick}>
            {quickAmounts.map((quick) => (
              <button
                key={quick}
                type="button"
                className="chip small strong"
                disabled={!ready}
                aria-pressed={quick === amount}
                onClick={() => setAmount(quick)}
              >
                {amountText(quick)}
              </button>
            ))}
          </div>
        )
      )}
    </>
  );
}

const quickAmounts = [10_000, 20_000, 50_000, 100_000];
