import { notesTexts as texts } from '#src/client/texts/notes-texts.ts';
import { Pieces } from '#src/client/ui/notes/pieces.tsx';
import type { TappedNotes } from './use-amount-entry.ts';
import styles from './note-tray.module.css';

/** Notes and coins added so far; a tap removes one. */
export function NoteTray({ notes, disabled = false }: { notes: TappedNotes; disabled?: boolean }) {
  return (
    <div className={styles.tray} role="group" aria-label={texts.tray}>
      {notes.heaps.map((heap) => (
        <button
          key={heap.value}
          type="button"
          disabled={disabled}
          aria-label={texts.take(heap.value, heap.count)}
          onClick={() => notes.take(heap.value)}
        >
          <Pieces {...heap} />
        </button>
      ))}
    </div>
  );
}
