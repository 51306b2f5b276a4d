import styles from './count.module.css';

/** How many wait: beside a word of the rail, or at the corner of an icon. */
export function Count({ value, place }: { value: number; place: 'beside' | 'corner' }) {
  return <span className={`${styles.count} ${styles[place]}`}>{value}</span>;
}
