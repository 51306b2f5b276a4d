import { timeText } from '#src/client/shared/dates.ts';
import { homeTexts as texts } from '#src/client/texts/home-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { lettersOf } from '#src/client/ui/letters-of.ts';
import { Panel } from '#src/client/ui/panel.tsx';
import type { Figure } from './home-figures.ts';
import styles from './figures-board.module.css';

interface FiguresBoardProps {
  figures: readonly Figure[];
  /** milliseconds since the epoch */
  readAt: number;
  /** beside the head, or below it where there is no room */
  aside?: string | undefined;
}

/** Figures as one board, not as cards. */
export function FiguresBoard({ figures, readAt, aside }: FiguresBoardProps) {
  const longest = figures.reduce((most, { value }) => (value.length > most.length ? value : most), '');
  return (
    <Panel className={styles.board}>
      <div className={styles.head}>
        <h2>{texts.today(timeText(readAt))}</h2>
        {aside !== undefined && <p className={styles.note}>{aside}</p>}
      </div>
      <dl className={styles.figures}>
        {figures.map((figure) => (
          <div key={figure.name} className={styles.figure}>
            <dt>
              <Icon of={figure.icon} size={22} />
              {figure.name}
            </dt>
            <dd className={styles.value} style={lettersOf(longest)}>
              {figure.value}
            </dd>
            <dd className={styles.note}>{figure.note}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** As tall as the board that is coming. */
export function FiguresBoardSkeleton({ figures }: { figures: number }) {
  return (
    <Panel className={styles.board} aria-hidden>
      <div className={styles.head}>
        <h2 className={styles.bone}>&nbsp;</h2>
      </div>
      <div className={styles.figures}>
        {Array.from({ length: figures }, (_, place) => (
          <div key={place} className={styles.figure}>
            <span className={styles.bone}>&nbsp;</span>
            <span className={`${styles.value} ${styles.bone}`} style={lettersOf('$0,000,000')}>
              &nbsp;
            </span>
            <span className={`${styles.note} ${styles.bone}`}>&nbsp;</span>
          </div>
        ))}
      </div>
    </Panel>
  );
}
