import { Delete } from 'lucide-react';
import { useState } from 'react';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { PadSwitch } from '#src/client/shared/notes/pad-switch.tsx';
import { countTexts as texts } from '#src/client/texts/cash/till-texts.ts';
import { notesTexts } from '#src/client/texts/notes-texts.ts';
import { keypadTexts } from '#src/client/texts/ui-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Spoken } from '#src/client/ui/feedback/spoken.tsx';
import { amountAfterKey, Keypad } from '#src/client/ui/fields/keypad.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';
import { type Denomination, denominations } from '#src/client/ui/notes/denominations.ts';
import { Piece } from '#src/client/ui/notes/piece.tsx';
import type { Count } from './use-count.ts';
import styles from './count.module.css';

interface CountPadProps {
  count: Count;
  label: string;
}

const ascending = [...denominations].sort((one, other) => one - other);

/** Count on a phone: a tap adds one note; larger numbers are typed. */
export function CountPad({ count, label }: CountPadProps) {
  const [asked, setAsked] = useState<Denomination | null>(null);
  return (
    <div className={styles.phone}>
      <div className={styles.entry}>
        <div>
          <p className={styles.label}>{label}</p>
          <output className={styles.amount}>{amountText(count.amount)}</output>
        </div>
        <PadSwitch face={count.face} setFace={count.setFace} />
        {count.face === 'notes' && (
          <ul className={styles.tray} aria-label={notesTexts.tray}>
            {count.heaps.map(({ value, count: many }) => (
              <li key={value}>
                <Piece value={value} />
                <span>×{many}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {count.face === 'figures' ? (
        <Keypad tall onKey={(key) => count.setTyped(amountAfterKey(count.amount, key, maxTyped))} />
      ) : (
        <div className={styles.pad} role="group" aria-label={notesTexts.pad}>
          {ascending.map((value) => (
            <Cell key={value} value={value} count={count} onAsk={() => setAsked(value)} />
          ))}
          <button
            type="button"
            className={styles.key}
            aria-label={notesTexts.takeLast}
            onClick={count.takeLast}
          >
            <Icon of={Delete} size={32} />
          </button>
        </div>
      )}
      <Spoken text={amountText(count.amount)} />
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

interface CellProps {
  value: Denomination;
  count: Count;
  onAsk: () => void;
}

function Cell({ value, count, onAsk }: CellProps) {
  const many = count.countOf(value);
  return (
    <div className={many > 0 ? `${styles.cell} ${styles.down}` : styles.cell}>
      <button
        type="button"
        className={styles.key}
        aria-label={notesTexts.add(value)}
        onClick={() => count.add(value)}
      >
        <Piece value={value} />
        <span className={styles.name}>{amountText(value)}</span>
      </button>
      {many > 0 && (
        <button
          type="button"
          className={styles.many}
          aria-label={texts.changeCount(many, amountText(value))}
          onClick={onAsk}
        >
          ×{many}
        </button>
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

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0', 'delete'] as const;
const maxDigits = 5;

/** "¿Cuántos de $50,000?" with its own keypad. The first digit replaces the old number. */
function HowMany({ value, known, onClose, onCount }: HowManyProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const many = typed === null ? known : Number(typed);
  const press = (key: (typeof digits)[number]): void => {
    const before = typed ?? '';
    if (key === 'delete') setTyped((typed ?? String(known)).slice(0, -1));
    else setTyped((before + key).slice(0, maxDigits));
  };
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
      <p className={styles.worth}>
        <Piece value={value} />
        {texts.worth(many, amountText(value * many))}
      </p>
      <output className={styles.typed}>{many}</output>
      <div className={styles.digits} role="group" aria-label={keypadTexts.pad}>
        {digits.map((key, place) =>
          key === '' ? (
            <span key={place} />
          ) : (
            <button
              key={key}
              type="button"
              className={styles.digit}
              aria-label={key === 'delete' ? keypadTexts.delete : undefined}
              onClick={() => press(key)}
            >
              {key === 'delete' ? <Icon of={Delete} size={32} /> : key}
            </button>
          ),
        )}
      </div>
    </Dialog>
  );
}
