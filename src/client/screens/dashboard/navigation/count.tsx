import type { Waiting } from './nav-counts.ts';
import styles from './count.module.css';

interface CountProps {
  of: Waiting | undefined;
  place: 'beside' | 'corner';
}

/**
 * Badge with the number of waiting items, beside a word or on an icon. Red where a person must act on money.
 */
export function Count({ of: waiting, place }: CountProps) {
  if (waiting === undefined) return null;
  const tone = waiting.isUrgent ? styles.urgent : '';
  return <span className={`${styles.count} ${styles[place]} ${tone}`}>{waiting.count}</span>;
}
