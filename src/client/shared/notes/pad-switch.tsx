import { Banknote } from 'lucide-react';
import { notesTexts as texts } from '#src/client/texts/notes-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import type { PadFace } from './use-amount-entry.ts';
import styles from './pad-switch.module.css';

interface PadSwitchProps {
  face: PadFace;
  setFace: (face: PadFace) => void;
  disabled?: boolean;
}

/** Switches the pad between figures and notes. */
export function PadSwitch({ face, setFace, disabled = false }: PadSwitchProps) {
  return (
    <div className={styles.switch} role="group" aria-label={texts.faces}>
      <button
        type="button"
        aria-pressed={face === 'figures'}
        aria-label={texts.figures}
        disabled={disabled}
        onClick={() => setFace('figures')}
      >
        1 2 3
      </button>
      <button
        type="button"
        aria-pressed={face === 'notes'}
        aria-label={texts.notes}
        disabled={disabled}
        onClick={() => setFace('notes')}
      >
        <Icon of={Banknote} />
        <span>{texts.notes}</span>
      </button>
    </div>
  );
}
