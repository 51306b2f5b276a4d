import type { LucideIcon } from 'lucide-react';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { lettersOf } from '#src/client/ui/letters-of.ts';
import styles from './figures.module.css';

export interface Figure {
  name: string;
  icon: LucideIcon;
  value: string;
  note: string;
}

interface FiguresProps {
  figures: readonly Figure[];
  title?: string;
  /** Shown beside the title, or below it on a narrow screen. */
  aside?: string | undefined;
  /** Names the board where it has no title. */
  label?: string;
  isBusy?: boolean;
}

/** Figures as one board, not as cards. */
export function Figures({ figures, title, aside, label, isBusy }: FiguresProps) {
  const longest = figures.reduce((most, { value }) => (value.length > most.length ? value : most), '');
  return (
    <Panel className={styles.board} aria-label={label} aria-busy={isBusy}>
      {title !== undefined && (
        <div className={`split pad-row ${styles.head}`}>
          <h2>{title}</h2>
          {aside !== undefined && <p className="soft small">{aside}</p>}
        </div>
      )}
      <dl className={styles.figures}>
        {figures.map((figure) => (
          <div key={figure.name} className={`stack-8 ${styles.figure}`}>
            <dt className="row soft">
              <Icon of={figure.icon} size={22} />
              {figure.name}
            </dt>
            <dd className={styles.value} style={lettersOf(longest)}>
              {figure.value}
            </dd>
            <dd className="soft small">{figure.note}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** As tall as the board that it stands for. */
export function FiguresSkeleton({ figures }: { figures: number }) {
  return (
    <Panel className={styles.board} aria-hidden>
      <div className={`split pad-row ${styles.head}`}>
        <h2 className={styles.bone}>&nbsp;</h2>
      </div>
      <div className={styles.figures}>
        {Array.from({ length: figures }, (_, place) => (
          <div key={place} className={`stack-8 ${styles.figure}`}>
            <span className={styles.bone}>&nbsp;</span>
            <span className={`${styles.value} ${styles.bone}`} style={lettersOf('$0,000,000')}>
              &nbsp;
            </span>
            <span className={`soft small ${styles.bone}`}>&nbsp;</span>
          </div>
        ))}
      </div>
    </Panel>
  );
}
