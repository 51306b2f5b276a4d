import { useState } from 'react';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { tillTexts as texts } from '#src/client/texts/cash/cash-texts.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { denominations } from '#src/client/ui/notes/denominations.ts';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import type { CountedPieces } from '#src/contract/cash/till.ts';
import styles from '../cash.module.css';

interface CountedFieldProps {
  counted: number;
  /** `pieces`: the notes counted; empty for a single amount. */
  onCounted: (counted: number, pieces: CountedPieces[]) => void;
}

type Way = 'one' | 'notes';

/** A single amount, or the number of notes of each value and the coins. */
export function CountedField({ counted, onCounted }: CountedFieldProps) {
  // A touch device counts notes; a keyboard types a sum.
  const [way, setWay] = useState<Way>(() => (matchMedia('(pointer: coarse)').matches ? 'notes' : 'one'));
  const [notes, setNotes] = useState<Notes>({ coins: 0, pieces: new Map() });
  const take = (changed: Notes) => {
    setNotes(changed);
    onCounted(countedOf(changed), piecesOf(changed));
  };
  return (
    <>
      <FilterChips<Way>
        label={texts.way}
        chosen={way}
        onChoose={(chosen) => {
          setWay(chosen);
          if (chosen === 'notes') onCounted(countedOf(notes), piecesOf(notes));
          else onCounted(counted, []);
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
          onAmount={(amount) => onCounted(amount, [])}
          max={maxTyped}
          clearable
        />
      ) : (
        <>
          <div className={styles.notes}>
            {denominations.map((value) => (
              <Field
                key={value}
                label={(value < smallestNote ? texts.coinOf : texts.noteOf)(amountText(value))}
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

/** Coins are entered as one amount. The coin of 1,000 is listed with the notes. */
const smallestNote = 1_000;

interface Notes {
  /** Smallest unit shown. */
  coins: number;
  /** Number of pieces by value. */
  pieces: ReadonlyMap<number, number>;
}

function countedOf({ coins, pieces }: Notes): number {
  return [...pieces].reduce((sum, [value, count]) => sum + value * count, coins);
}

function piecesOf({ pieces }: Notes): CountedPieces[] {
  return [...pieces].flatMap(([value, count]) => (count > 0 ? [{ value, count }] : []));
}
