import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './judged-rows.module.css';

export interface JudgedRow {
  id: string;
  icon: LucideIcon;
  /** Colours the drawing. The words carry the same meaning. */
  verdict?: 'plain' | 'good' | 'pending' | 'refused';
  what: string;
  sentence?: ReactNode;
  /** A button or a link, or a sign that nothing is to do. */
  remedy?: ReactNode;
  /** The first row to act on, which is tinted. */
  isNext?: boolean;
}

/** A list of conditions, each with its verdict, a sentence and what to do. */
export function JudgedRows({ rows }: { rows: readonly JudgedRow[] }) {
  return (
    <ul className={styles.rows}>
      {rows.map(({ id, icon, verdict = 'plain', what, sentence, remedy, isNext }) => (
        <li
          key={id}
          className={`flow ${styles.row}`}
          data-verdict={verdict}
          data-next={isNext === true || undefined}
        >
          <Icon of={icon} size={28} />
          <div>
            <p className="strong">{what}</p>
            {sentence !== undefined && <div className="soft">{sentence}</div>}
          </div>
          {remedy !== undefined && <div className={styles.remedy}>{remedy}</div>}
        </li>
      ))}
    </ul>
  );
}
