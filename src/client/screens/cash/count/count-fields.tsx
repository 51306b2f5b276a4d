import { type KeyboardEvent, useId } from 'react';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { countTexts as texts } from '#src/client/texts/cash/till-texts.ts';
import { amountText, maxTyped } from '#src/client/texts/written/amounts.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { type Denomination, denominations, largestCoin } from '#src/client/ui/notes/denominations.ts';
import { Piece } from '#src/client/ui/notes/piece.tsx';
import type { Count } from './use-count.ts';
import styles from './count.module.css';

interface CountFieldsProps {
  count: Count;
  label: string;
  /** Called on Enter in the last field. */
  onEnd?: () => void;
}

/** Count by keyboard: each note with its number and subtotal. Enter moves to the next field. */
export function CountFields({ count, label, onEnd }: CountFieldsProps) {
  const goOn = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')];
    const next = fields[fields.findIndex((field) => field === event.target) + 1];
    if (next) next.focus();
    else onEnd?.();
  };
  if (count.face === 'figures')
    return (
      <div className={styles.fields} onKeyDown={goOn} role="presentation">
        <AmountField
          label={label}
          symbol={currencySymbol()}
          amount={count.amount}
          onAmount={count.setTyped}
          max={maxTyped}
          clearable
        />
      </div>
    );
  return (
    <div className={styles.fields} onKeyDown={goOn} role="presentation">
      <div className={styles.columns}>
        {denominations.map((value) => (
          <Row key={value} value={value} count={count} />
        ))}
        <div className={styles.loose}>
          <AmountField
            label={texts.loose}
            size="small"
            symbol={currencySymbol()}
            amount={count.loose}
            onAmount={count.setLoose}
            max={maxTyped}
          />
        </div>
      </div>
    </div>
  );
}

function Row({ value, count }: { value: Denomination; count: Count }) {
  const id = useId();
  const many = count.countOf(value);
  const name = (value > largestCoin ? texts.noteOf : texts.coinOf)(amountText(value));
  return (
    <div className={styles.row}>
      <label htmlFor={id} className={styles.drawn}>
        <Piece value={value} />
        <span className="visually-hidden">{name}</span>
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={many === 0 ? '' : many}
        placeholder="0"
        onFocus={(event) => event.target.select()}
        onChange={({ target }) => {
          // A pasted "-3" or "1.5" changes nothing.
          if (/^\d*$/.test(target.value)) count.setCount(value, Number(target.value));
        }}
      />
      <output htmlFor={id} className={many === 0 ? styles.nothing : undefined}>
        {amountText(value * many)}
      </output>
    </div>
  );
}
