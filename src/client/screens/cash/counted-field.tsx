import { useState } from 'react';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { tillTexts as texts } from '#src/client/texts/office/cash-texts.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import styles from './cash.module.css';

interface CountedFieldProps {
  counted: number;
  onCounted: (counted: number) => void;
}

type Way = 'one' | 'notes';

/** One amount, or so many notes of each value and the coins. */
export function CountedField({ counted, onCounted }: CountedFieldProps) {
  const [way, setWay] = useState<Way>('one');
  const [notes, setNotes] = useState<Notes>({ coins: 0, pieces: new Map() });
  const take = (changed: Notes) => {
    setNotes(changed);
    onCounted(countedOf(changed));
  };
  return (
    <>
      <FilterChips<Way>
        label={texts.way}
        chosen={way}
        onChoose={(chosen) => {
          setWay(chosen);
          onCounted(chosen === 'notes' ? countedOf(notes) : counted);
        }}
        chips={[
          { value: 'one', label: texts.one },
          { value: 'notes', label: texts.notes },
        ]}
      />
      {way === 'one' ? (
        <AmountField
          label={texts.counted}
          symbol={currencySymbol()}
          amount={counted}
          onAmount={onCounted}
          max={maxTyped}
          clearable
        />
      ) : (
        <>
          <div className={styles.notes}>
            {noteValues.map((value) => (
              <Field
                key={value}
                label={texts.noteOf(amountText(value))}
                inputMode="numeric"
                maxLength={5}
                value={notes.pieces.get(value) ?? ''}
                onChange={(event) => {
                  const pieces = Number(event.target.value.replaceAll(/\D/g, ''));
                  take({ ...notes, pieces: new Map(notes.pieces).set(value, pieces) });
                }}
              />
            ))}
          </div>
          <AmountField
            label={texts.coins}
            symbol={currencySymbol()}
            amount={notes.coins}
            onAmount={(coins) => take({ ...notes, coins })}
            max={maxTyped}
          />
          <p className={styles.sum}>
            {texts.counted} <output>{amountText(counted)}</output>
          </p>
        </>
      )}
    </>
  );
}

/** Notes that a till is counted by, largest first, in the smallest unit shown. */
const noteValues = [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000] as const;

interface Notes {
  /** smallest unit shown */
  coins: number;
  /** how many of each value */
  pieces: ReadonlyMap<number, number>;
}

function countedOf({ coins, pieces }: Notes): number {
  return [...pieces].reduce((sum, [value, count]) => sum + value * count, coins);
}

/** Counted less expected, in words. */
export function DifferenceText({ difference }: { difference: number }) {
  if (difference === 0) return <Badge kind="paid">{texts.fits}</Badge>;
  return (
    <Badge kind="warning">
      {difference < 0 ? texts.short(amountText(-difference)) : texts.over(amountText(difference))}
    </Badge>
  );
}
