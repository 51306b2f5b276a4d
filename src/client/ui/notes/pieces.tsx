import { formatAmount } from '#src/domain/money.ts';
import type { Heap } from './denominations.ts';
import type { Ink } from './drawing.ts';
import { Piece } from './piece.tsx';
import styles from './notes.module.css';

/** From this many equal pieces on, a pile and a figure represent them. */
const pileFrom = 3;

/** Shows one or two pieces individually, and three or more as a pile. */
export function Pieces({ value, count, ink = 'colours' }: Heap & { ink?: Ink | undefined }) {
  if (count < pileFrom)
    return Array.from({ length: count }, (_, place) => <Piece key={place} value={value} ink={ink} />);
  return (
    <span className={styles.pile}>
      <Piece value={value} ink={ink} isPile />
      <b className={styles.times}>{`×${formatAmount(count)}`}</b>
    </span>
  );
}
