import { Banknote, Plus, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { rollInReach, usePrinter, usePrintRun } from '#src/client/money/printer/use-printer.ts';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { tillFullTexts } from '#src/client/texts/cash/till-texts.ts';
import { topUpTexts as texts } from '#src/client/texts/topups/top-up-texts.ts';
import { printerTexts } from '#src/client/texts/vouchers/printer-texts.ts';
import { amountText, maxTyped } from '#src/client/texts/written/amounts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { StepHead } from '#src/client/ui/layers/step-head.tsx';
import type { TopUpForm, TopUpPartProps } from './use-top-up-form.ts';
import styles from './top-up.module.css';

/** The cash is counted before the button is pressed. */
export function CashStep({ form }: { form: TopUpForm }) {
  const { customer, amount, locked, cash } = form;
  const ready = customer !== null && amount > 0;
  const isShort = cash.typed > 0 && cash.change < 0;
  return (
    <section className={`stack-12 pad-row ${styles.step} ${styles.cashStep}`}>
      <StepHead number={3} title={texts.cash} reached={ready} aside={asideOf(form)} />
      {ready && !locked && form.room.isFull && <Notice kind="refused">{tillFullTexts.nothingPaid}</Notice>}
      {ready && !locked && !form.room.isFull && <PaidWith form={form} />}
      {ready && !locked && !form.room.isFull && cash.paidWith === 'other' && (
        <AmountField
          label={texts.otherLabel}
          labelHidden
          size="small"
          symbol={currencySymbol()}
          amount={cash.typed}
          onAmount={cash.setTyped}
          max={maxTyped}
          inputRef={focusOnMount}
          error={isShort ? texts.short(amountText(-cash.change)) : undefined}
        />
      )}
    </section>
  );
}

function asideOf({ customer, amount, locked }: TopUpForm): ReactNode {
  if (customer === null || amount === 0) return texts.cashBefore;
  if (!locked) return undefined;
  return (
    <>
      {texts.received} <b>{amountText(amount)}</b>
    </>
  );
}

function Change({ form: { cash } }: { form: TopUpForm }) {
  if (cash.change === 0) return texts.noChange;
  if (cash.change < 0) return cash.typed === 0 ? texts.otherFirst : null;
  return (
    <>
      {texts.change} <b className="sum-21">{amountText(cash.change)}</b>{' '}
      <AmountNotes amount={cash.change} size="line" />
    </>
  );
}

function PaidWith({ form }: { form: TopUpForm }) {
  const { cash } = form;
  const ways = [
    { way: 'exact', name: texts.exact },
    { way: 'note', name: amountText(cash.note) },
    { way: 'other', name: texts.other },
  ] as const;
  return (
    <div className="flow" role="group" aria-label={texts.howPaid}>
      <span className="strong" aria-hidden>
        {texts.received}
      </span>
      {ways.map(({ way, name }) => (
        <button
          key={way}
          type="button"
          className="chip small strong"
          aria-pressed={way === cash.paidWith}
          onClick={() => cash.payWith(way)}
        >
          {name}
        </button>
      ))}
      <output className="end">
        <Change form={form} />
      </output>
    </div>
  );
}

/**
 * Repeats the amount and tops up, as does Enter in a field of the form. Afterwards it moves on to the next
 * customer.
 */
export function TopUpAct({ form, next }: TopUpPartProps) {
  const { customer, amount, locked, busy, cash } = form;
  const ready = customer !== null && amount > 0 && (cash.change >= 0 || form.room.isFull);
  const hasPrinter = rollInReach(usePrinter()) !== null && !form.room.isFull;
  const { run } = usePrintRun(form.uuid);
  return (
    <>
      <p className={`row-12 between fill small ${styles.preview}`}>
        {texts.preview} <output className="sum-32 whole">{amountText(amount)}</output>
      </p>
      {form.isSettled ? (
        <Button
          ref={next}
          variant="on-zocalo"
          size="money"
          icon={Plus}
          className={styles.submit}
          busy={run.kind === 'printing'}
          busyText={printerTexts.printing}
          onClick={form.startOver}
        >
          {texts.again}
        </Button>
      ) : (
        <>
          <Button
            type="submit"
            variant="on-zocalo"
            size="money"
            icon={hasPrinter ? Printer : Banknote}
            className={styles.submit}
            disabled={!ready || (locked && !busy)}
            busy={busy}
          >
            {hasPrinter ? printerTexts.topUpAndPrint : texts.submit}
          </Button>
          {hasPrinter && !locked && (
            <Button
              variant="on-zocalo-outline"
              size="money"
              className={styles.plain}
              disabled={!ready}
              onClick={() => void form.place()}
            >
              {texts.submit}
            </Button>
          )}
        </>
      )}
    </>
  );
}
