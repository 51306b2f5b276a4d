import { useState } from 'react';
import { AmountPad } from '#src/client/money/notes/amount-pad.tsx';
import { NoteTray, PadSwitch } from '#src/client/money/notes/typed-amount.tsx';
import { countTexts as texts } from '#src/client/texts/cash/till-texts.ts';
import { keypadTexts } from '#src/client/texts/ui-texts.ts';
import { amountText, maxTyped } from '#src/client/texts/written/amounts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Spoken } from '#src/client/ui/feedback/spoken.tsx';
import { amountAfterKey, keysOf, Pad, withoutLastDigit } from '#src/client/ui/fields/pad.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';
import type { Denomination } from '#src/client/ui/notes/denominations.ts';
import { Piece } from '#src/client/ui/notes/piece.tsx';
import { type Count, maxCount } from './use-count.ts';
import styles from './count.module.css';

/** Count on a phone: a tap adds one note; larger numbers are typed. */
export function CountPad({ count, label }: { count: Count; label: string }) {
  const [asked, setAsked] = useState<Denomination | null>(null);
  const { amount, setTyped } = count;
  return (
    <div className={`column ${styles.phone}`}>
      <div className={styles.entry}>
        <div>
          <p className={styles.label}>{label}</p>
          <output className={styles.amount}>{amountText(amount)}</output>
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
      <AmountPad
        tall
        entry={{
          face: count.face,
          notes: count,
          press: (key) => setTyped(amountAfterKey(amount, key, maxTyped)),
          erase: () => setTyped(withoutLastDigit(amount)),
        }}
      />
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
        label={keypadTexts.pad}
        keys={keysOf('number')}
        onKey={(key) => setTyped(amountAfterKey(typed ?? 0, key, maxCount))}
        deleteLabel={keypadTexts.delete}
        onDelete={() => setTyped(withoutLastDigit(many))}
      />
    </Dialog>
  );
}
