import { type KeyboardEvent, useId, useState } from 'react';
import { AmountPad, NoteTray, PadSwitch } from '#src/client/money/notes/amount-pad.tsx';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { countTexts as texts } from '#src/client/texts/cash/till-texts.ts';
import { amountText, maxTyped } from '#src/client/texts/written/amounts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Spoken } from '#src/client/ui/feedback/spoken.tsx';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { amountAfterKey, keysOf, Pad, withoutLastDigit } from '#src/client/ui/fields/pad.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';
import { type Denomination, denominations, largestCoin } from '#src/client/ui/notes/denominations.ts';
import { Piece } from '#src/client/ui/notes/piece.tsx';
import { type Count, maxCount } from './use-count.ts';
import styles from './count.module.css';

/** Count on a phone: a tap adds one note; larger numbers are typed. */
export function CountPad({ count }: { count: Count }) {
  const [asked, setAsked] = useState<Denomination | null>(null);
  const { amount } = count;
  return (
    <div className={`column ${styles.phone}`}>
      <div className={styles.entry}>
        <div>
          <p className="strong">{texts.counted}</p>
          <output className={`figure ${styles.amount}`}>{amountText(amount)}</output>
        </div>
        <PadSwitch {...count} />
        {count.face === 'notes' && (
          <NoteTray
            heaps={count.heaps}
            onTap={setAsked}
            nameOf={(value, many) => texts.changeCount(many, amountText(value))}
          />
        )}
      </div>
      <AmountPad tall entry={count} />
      <Spoken text={amountText(amount)} />
      {asked !== null && (
        <HowMany
          value={asked}
          known={count.countOf(asked)}
          onClose={() => setAsked(null)}
          onCount={(many) => {
            count.setCount(asked, many);
            setAsked(null);
          }}
        />
      )}
    </div>
  );
}

interface HowManyProps {
  value: Denomination;
  known: number;
  onClose: () => void;
  onCount: (many: number) => void;
}

/** "¿Cuántos de $50,000?" The first digit replaces the old number. */
function HowMany({ value, known, onClose, onCount }: HowManyProps) {
  const [typed, setTyped] = useState<number | null>(null);
  const many = typed ?? known;
  return (
    <Dialog
      title={texts.howMany(amountText(value))}
      onClose={onClose}
      actions={
        <Button data-safe size="money" wide onClick={() => onCount(many)}>
          {texts.ready}
        </Button>
      }
    >
      <p className={`row-12 ${styles.worth}`}>
        <Piece value={value} />
        {texts.worth(many, amountText(value * many))}
      </p>
      <output className={styles.typed}>{many}</output>
      <Pad
        keys={keysOf('number')}
        onKey={(key) => setTyped(amountAfterKey(typed ?? 0, key, maxCount))}
        onDelete={() => setTyped(withoutLastDigit(many))}
      />
    </Dialog>
  );
}

/** Count by keyboard: each note with its number and subtotal. Enter moves to the next field; in the last, `onEnd`. */
export function CountFields({ count, onEnd }: { count: Count; onEnd: () => void }) {
  const goOn = (event: KeyboardEvent<HTMLElement>): void => {
    const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')];
    const at = fields.findIndex((field) => field === event.target);
    // Enter on "Borrar" taps it.
    if (event.key !== 'Enter' || at < 0) return;
    event.preventDefault();
    const next = fields[at + 1];
    if (next) next.focus();
    else onEnd();
  };
  const money = { symbol: currencySymbol(), max: maxTyped, onUnread: count.setUnread };
  return (
    <div className={styles.fields} onKeyDown={goOn} role="presentation">
      {count.face === 'figures' ? (
        <AmountField
          {...money}
          label={texts.counted}
          amount={count.amount}
          onAmount={count.setTyped}
          clearable
        />
      ) : (
        <div className={styles.columns}>
          {denominations.map((value) => (
            <Row key={value} value={value} count={count} />
          ))}
          <div className={styles.loose}>
            <AmountField
              {...money}
              label={texts.loose}
              size="small"
              amount={count.loose}
              onAmount={count.setLoose}
            />
          </div>
        </div>
      )}
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
      <output htmlFor={id} className={many === 0 ? 'soft' : 'strong'}>
        {amountText(value * many)}
      </output>
    </div>
  );
}
