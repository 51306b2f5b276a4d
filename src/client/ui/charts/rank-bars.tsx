import styles from './charts.module.css';

interface RankBarsProps {
  label: string;
  rows: readonly { id: string; name: string; value: number }[];
  format: (value: number) => string;
}

/** Shows the rows, largest first, each with its name and figure. */
export function RankBars({ label, rows, format }: RankBarsProps) {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <ol className="stack-12" aria-label={label}>
      {rows.map(({ id, name, value }) => (
        <li key={id} className={styles.rank}>
          <span className="breaks">{name}</span>
          <b>{format(value)}</b>
          <span className={styles.rankBar} aria-hidden>
            <span style={{ inlineSize: `${(Math.max(0, value) / most) * 100}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
}
