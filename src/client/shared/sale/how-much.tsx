import { Check } from 'lucide-react';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { saleDetailTexts as texts } from '#src/client/texts/purchases/sales-texts.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { Keypad, amountAfterKey } from '#src/client/ui/fields/keypad.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import type { Pesos } from '#src/contract/brands.ts';
import styles from './how-much.module.css';

interface HowMuchProps {
  /** of the sale; never more */
  stands: Pesos;
  /** null: all of it */
  part: number | null;
  onPart: (part: number | null) => void;
}

/** All of a sale, or a part of it: then a field and a pad for how much. */
export function HowMuch({ stands, part, onPart }: HowMuchProps) {
  const tooMuch = part !== null && part > stands;
  return (
    <>
      <div className={styles.choice} role="group" aria-label={texts.howMuch}>
        <button type="button" aria-pressed={part === null} onClick={() => onPart(null)}>
          {part === null && <Icon of={Check} size={20} />}
          {texts.all} <b>{amountText(stands)}</b>
        </button>
        <button type="button" aria-pressed={part !== null} onClick={() => onPart(part ?? 0)}>
          {part !== null && <Icon of={Check} size={20} />}
          {texts.part}
        </button>
      </div>
      {part !== null && (
        <div className={styles.amount}>
          <AmountField
            label={texts.partLabel}
            symbol={currencySymbol()}
            amount={part}
            onAmount={onPart}
            max={maxTyped}
            withPad
            takesFocus
            active
            alarm={tooMuch && texts.tooMuch(amountText(stands))}
          />
          <Keypad onKey={(key) => onPart(amountAfterKey(part, key, maxTyped))} />
        </div>
      )}
    </>
  );
}
