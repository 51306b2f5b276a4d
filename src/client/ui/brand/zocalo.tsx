import type { ReactNode } from 'react';
import styles from './zocalo.module.css';

interface ZocaloProps {
  children: ReactNode;
  /** `foot` sticks to the foot of the screen; `panel` closes a panel. */
  place?: 'foot' | 'panel';
  /** True while something covers it: it is hidden from keyboard and screen reader. */
  inert?: boolean;
}

/**
 * The painted band: the amount and the next action, near the thumb. At the foot of a whole page it is the
 * page's footer.
 */
export function Zocalo({ children, place = 'foot', inert = false }: ZocaloProps) {
  const Band = place === 'foot' ? 'footer' : 'div';
  return (
    <Band className={`${styles.zocalo} ${styles[place]}`} inert={inert}>
      {children}
    </Band>
  );
}
