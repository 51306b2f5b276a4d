import { notesTexts as texts } from '#src/client/texts/notes-texts.ts';
import { fewestPieces } from './denominations.ts';
import type { Ink } from './drawing.ts';
import { Pieces } from './piece.tsx';
import styles from './notes.module.css';

export interface NotesProps {
  amount: number;
  /** Height of a note: in a line, in a panel, on a result. */
  size?: 'line' | 'panel' | 'full';
  ink?: Ink;
  className?: string | undefined;
}

/**
 * Shows an amount as the fewest notes and coins. One picture for a screen reader; nothing for an amount
 * without a piece.
 */
export function Notes({ amount, size = 'panel', ink, className }: NotesProps) {
  const { heaps, over } = fewestPieces(amount);
  if (heaps.length === 0) return null;
  return (
    <span
      className={[styles.notes, styles[size], className].filter(Boolean).join(' ')}
      role="img"
      aria-label={texts.pieces(heaps)}
    >
      {heaps.map((heap) => (
        <Pieces key={heap.value} {...heap} ink={ink} />
      ))}
      {over > 0 && <b className={styles.times}>{`+${over}`}</b>}
    </span>
  );
}
