import type { ReactNode } from 'react';
import { Zocalo } from './zocalo.tsx';
import styles from './act-band.module.css';

interface ActBandProps {
  title: string;
  note?: string | undefined;
  /** One button or two, at the end of the band. */
  children: ReactNode;
}

/** The painted band under a list: what the action is about, read out when it changes, and the action. */
export function ActBand({ title, note, children }: ActBandProps) {
  return (
    <Zocalo place="panel">
      <div className={styles.band}>
        <p className={styles.state} role="status">
          <b>{title}</b>
          {note !== undefined && <span>{note}</span>}
        </p>
        {children}
      </div>
    </Zocalo>
  );
}
