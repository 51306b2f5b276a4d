import type { CSSProperties } from 'react';
import { formatAmount } from '#src/domain/money.ts';
import type { Denomination, Heap } from './denominations.ts';
import { drawingOf, type Ink, noteHeight } from './drawing.ts';
import styles from './notes.module.css';

interface PieceProps {
  value: Denomination;
  ink?: Ink;
  /** True if two more are drawn behind it, because it represents many. */
  isPile?: boolean;
}

/** Offset of each edge of a pile, in units of the drawing. */
const step = 1;

/** One note or coin. Its container has the accessible name. */
export function Piece({ value, ink = 'colours', isPile = false }: PieceProps) {
  const { width, height, shapes } = drawingOf(value, ink);
  const more = isPile ? 2 * step : 0;
  const size: CSSProperties & Record<'--units', number> = { '--units': height + more };
  const outline = {
    fill: ink === 'black' ? '#fff' : shapes[0]?.fill,
    stroke: ink === 'black' ? '#000' : '#fff',
  };
  return (
    <svg
      className={ink === 'black' ? styles.piece : `${styles.piece} ${styles.screen}`}
      style={size}
      viewBox={`0 ${-more} ${width + more} ${height + more}`}
      data-piece={value}
      aria-hidden
    >
      {isPile &&
        [2, 1].map((place) => (
          <rect
            key={place}
            x={place * step}
            y={-place * step}
            width={width}
            height={height}
            rx={height < noteHeight ? height / 2 : 1}
            {...outline}
          />
        ))}
      {shapes.map((shape) =>
        shape.kind === 'path' ? (
          <path key={shape.d} fill={shape.fill} d={shape.d} shapeRendering="crispEdges" />
        ) : (
          <circle key={shape.radius} cx={width / 2} cy={height / 2} r={shape.radius} fill={shape.fill} />
        ),
      )}
    </svg>
  );
}

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
