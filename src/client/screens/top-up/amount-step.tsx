import { useEffect, useRef } from 'react';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { topUpTexts as texts } from '#src/client/texts/counter/top-up-texts.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import type { TopUpForm } from './use-top-up-form.ts';
import styles from './top-up.module.css';

interface AmountEntryProps {
  form: TopUpForm;
  /** A pad stands beside it. */
  withPad: boolean;
}

/** Field and chips. Whoever was found is topped up next: the field has the focus, and what stands in it is replaced. */
export function AmountEntry({ form, withPad }: AmountEntryProps) {
  const { customer, amount, setAmount, locked } = form;
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
      <AmountField
        label={texts.amountLabel}
        labelHidden
        symbol={currencySymbol()}
        amount={amount}
        onAmount={setAmount}
        max={maxTyped}
        disabled={!ready}
        clearable
        withPad={withPad}
        inputRef={field}
      />
      {locked ? (
        <p className={styles.hint}>{form.answer.kind === 'accepted' ? texts.done : texts.locked}</p>
      ) : (
        <QuickAmounts amount={amount} onAmount={setAmount} disabled={!ready} />
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
