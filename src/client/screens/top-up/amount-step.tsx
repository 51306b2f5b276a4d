import { useSyncExternalStore } from 'react';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { topUpTexts as texts } from '#src/client/texts/counter/top-up-texts.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { Keypad, amountAfterKey } from '#src/client/ui/fields/keypad.tsx';
import { StepHead } from '#src/client/ui/layers/step-head.tsx';
import type { TopUpForm } from './use-top-up-form.ts';
import styles from './top-up.module.css';

const quickAmounts = [10_000, 20_000, 50_000, 100_000];

export function AmountStep({ form }: { form: TopUpForm }) {
  const { customer, amount, setAmount, locked } = form;
  const withPad = useMedia('(max-width: 1023.98px)');
  const ready = customer !== null && !locked;
  return (
    <section className={`${styles.step} ${styles.amountStep}`}>
      <StepHead number={2} title={texts.amount} reached={customer !== null} />
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
      />
      {locked ? (
        <p className={styles.hint}>{form.answer.kind === 'accepted' ? texts.done : texts.locked}</p>
      ) : (
        <div className={styles.quick}>
          {quickAmounts.map((quick) => (
            <button
              key={quick}
              type="button"
              disabled={!ready}
              aria-pressed={quick === amount}
              onClick={() => setAmount(quick)}
            >
              {amountText(quick)}
            </button>
          ))}
        </div>
      )}
      {customer === null && <p className={styles.hint}>{texts.firstCustomer}</p>}
      {withPad && ready && <Keypad onKey={(key) => setAmount(amountAfterKey(amount, key, maxTyped))} />}
    </section>
  );
}

/** Whether a media query holds, followed as the screen turns. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}
