import styles from './count.module.css';

export interface Waiting {
  count: number;
  /** A person must act on money. */
  isUrgent: boolean;
}

interface CountProps {
  /** Shown as nothing while none waits. */
  of: Waiting | undefined;
  /** On the corner of an icon, rather than beside a word. */
  isCorner?: boolean;
}

/** Badge with the number of waiting items. Red where a person must act on money. */
export function Count({ of: waiting, isCorner = false }: CountProps) {
  if (waiting === undefined || waiting.count === 0) return null;
  const tone = waiting.isUrgent ? styles.urgent : '';
  return (
    <span className={`${styles.count} ${isCorner ? styles.corner : 'end'} ${tone}`}>{waiting.count}</span>
  );
}
