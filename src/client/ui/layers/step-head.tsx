import type { ReactNode } from 'react';
import styles from './step-head.module.css';

interface StepHeadProps {
  number: number;
  title: string;
  reached: boolean;
  aside?: ReactNode;
}

/** Head of a numbered step; filled once the person has reached it. */
export function StepHead({ number, title, reached, aside }: StepHeadProps) {
  return (
    <div className={`row-12 ${styles.head}`}>
      <span className={reached ? `${styles.number} ${styles.reached}` : styles.number} aria-hidden>
        {number}
      </span>
      <h2>{title}</h2>
      {aside !== undefined && <div className={styles.aside}>{aside}</div>}
    </div>
  );
}
