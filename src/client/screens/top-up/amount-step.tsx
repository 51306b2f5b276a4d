import { useEffect, useRef } from 'react';
import { TypedAmount } from '#src/client/money/notes/typed-amount.tsx';
import { tillFullTexts } from '#src/client/texts/cash/till-texts.ts';
import { topUpTexts as texts } from '#src/client/texts/topups/top-up-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import type { TopUpForm } from './use-top-up-form.ts';
import styles from './top-up.module.css';

interface AmountStepProps {
  form: TopUpForm;
  /** A pad is beside it. */
  withPad: boolean;
}

/**
 * Amount field and chips. A customer was just chosen, so the field takes the focus and its contents are
 * selected.
 */
export function AmountStep({ form, withPad }: AmountStepProps) {
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
        <p className={styles.hint}>{form.answer.kind === 'accepted' ? texts.done : texts.locked}</p>
      ) : (
        !isByNotes && <QuickAmounts amount={amount} onAmount={setAmount} disabled={!ready} />
      )}
    </>
  );
}

const quickAmounts = [10_000, 20_000, 50_000, 100_000];

interface QuickAmountsProps {
  amount: number;
  onAmount: (amount: number) => void;
  disabled: boolean;
}

function QuickAmounts({ amount, onAmount, disabled }: QuickAmountsProps) {
  return (
    <div className={styles.quick}>
      {quickAmounts.map((quick) => (
        <button
          key={quick}
          type="button"
          disabled={disabled}
          aria-pressed={quick === amount}
          onClick={() => onAmount(quick)}
        >
          {amountText(quick)}
        </button>
      ))}
    </div>
  );
}
