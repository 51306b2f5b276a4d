import styles from './progress-bar.module.css';

interface ProgressBarProps {
  label: string;
  done: number;
  total: number;
}

/** Under the bar while the outbox drains; progress by number, not by percentage. */
export function ProgressBar({ label, done, total }: ProgressBarProps) {
  const share = total === 0 ? 0 : Math.min(1, done / total);
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
    >
      <div className={styles.fill} style={{ inlineSize: `${share * 100}%` }} />
    </div>
  );
}
