import { Keypad } from '#src/client/ui/fields/keypad.tsx';
import { NotePad } from './note-pad.tsx';
import type { AmountEntryState } from './use-amount-entry.ts';

interface AmountPadProps {
  entry: AmountEntryState;
  disabled?: boolean;
  /** Fills the available height. */
  tall?: boolean;
}

/** Shows the face of the pad that this device used last: figures, or notes and coins. */
export function AmountPad({ entry, ...pad }: AmountPadProps) {
  return entry.face === 'notes' ? (
    <NotePad notes={entry.notes} {...pad} />
  ) : (
    <Keypad onKey={entry.press} {...pad} />
  );
}
