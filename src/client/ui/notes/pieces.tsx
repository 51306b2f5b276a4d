import type { Heap } from './denominations.ts';
import type { Ink } from './drawing.ts';
import { Piece } from './piece.tsx';
import styles from './notes.module.css';

/** From so many equal pieces on one pile and a figure stand for them. */
const pileFrom = 3;

/** One or two as they are, three or more as a pile. */
export function Pieces({ value, count, ink = 'colours' }: Heap & { ink?: Ink | undefined }) {
  if (count < pileFrom)
    return Array.from({ length: count }, (_, place) => <Piece key={place} value={value} ink={ink} />);
  return (
    <span className={styles.pile}>
      <Piece value={value} ink={ink} isPile />
      <b className={styles.times}>×{count.toLocaleString('en-US')}</b>
    </span>
  );
}
