import type { ReactNode } from 'react';
import styles from './zocalo.module.css';

interface ZocaloProps {
  children: ReactNode;
  /** `foot` sticks to the foot of the screen; `panel` closes a panel. */
  place?: 'foot' | 'panel';
  /** Something stands before it: it is neither seen nor reached. */
  inert?: boolean;
}

/** The painted band: the amount and the next action, near the thumb. */
export function Zocalo({ children, place = 'foot', inert = false }: ZocaloProps) {
  return (
    <div className={`${styles.zocalo} ${styles[place]}`} inert={inert}>
      {children}
    </div>
  );
}
