import { notesTexts } from '#src/client/texts/notes-texts.ts';
import { keypadTexts } from '#src/client/texts/ui-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { keysOf, Pad } from '#src/client/ui/fields/pad.tsx';
import { denominations } from '#src/client/ui/notes/denominations.ts';
import { Piece } from '#src/client/ui/notes/piece.tsx';
import type { TypedAmountState, TappedNotes } from './use-typed-amount.ts';

interface AmountPadProps {
  entry: Pick<TypedAmountState, 'face' | 'press' | 'erase'> & Pick<NotePadProps, 'notes'>;
  disabled?: boolean;
  tall?: boolean;
}

/** Shows the chosen face of the pad: figures, or notes and coins. */
export function AmountPad({ entry, ...pad }: AmountPadProps) {
  return entry.face === 'notes' ? (
    <NotePad notes={entry.notes} {...pad} />
  ) : (
    <Pad
      label={keypadTexts.pad}
      keys={keysOf('amount')}
      onKey={entry.press}
      deleteLabel={keypadTexts.delete}
      onDelete={entry.erase}
      {...pad}
    />
  );
}

interface NotePadProps {
  notes: Pick<TappedNotes, 'heaps' | 'add' | 'takeLast'>;
  disabled?: boolean;
  tall?: boolean;
}

const ascending = [...denominations].sort((one, other) => one - other);

/** The pad's other face: a tap adds one note or coin, the last key removes the latest. */
export function NotePad({ notes, ...pad }: NotePadProps) {
  return (
    <Pad
      label={notesTexts.pad}
      keys={ascending.map((value) => ({
        value,
        name: notesTexts.add(value),
        face: <Piece value={value} />,
        text: amountText(value),
        count: notes.heaps.find((heap) => heap.value === value)?.count ?? 0,
      }))}
      onKey={notes.add}
      deleteLabel={notesTexts.takeLast}
      onDelete={notes.takeLast}
      {...pad}
    />
  );
}
