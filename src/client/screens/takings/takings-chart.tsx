import { amountText } from '#src/client/shared/amounts.ts';
import { shortDayText } from '#src/client/shared/days.ts';
import { takingsTexts as texts } from '#src/client/texts/cash/takings-texts.ts';
import type { Takings } from '#src/contract/takings/schemas.ts';
import styles from './takings.module.css';

interface TakingsChartProps {
  days: Takings['days'];
  limit: number;
}

/** Market days as bars, the part that waits hatched above what is paid, and the line up to which it is paid. The facts below say the same. */
export function TakingsChart({ days, limit }: TakingsChartProps) {
  const most = Math.max(limit, ...days.map(({ taken }) => taken));
  const part = (amount: number): string => `${(100 * amount) / most}%`;
  const [first] = days;
  const last = days.at(-1);
  return (
    <div className={styles.chart} role="img" aria-label={texts.chart(days.length)}>
      <p className={styles.top}>{last !== undefined && last.held > 0 && amountText(last.taken)}</p>
      <div className={styles.plot}>
        <p className={styles.limit} style={{ insetBlockEnd: part(limit) }}>
          {texts.limit(amountText(limit))}
        </p>
        {days.map(({ day, taken, held }) => (
          <span key={day} className={styles.bar}>
            {held > 0 && <span className={styles.waiting} style={{ blockSize: part(held) }} />}
            <span className={styles.paid} style={{ blockSize: part(taken - held) }} />
          </span>
        ))}
      </div>
      <p className={styles.ends}>
        <span>{first !== undefined && days.length > 1 && shortDayText(first.day)}</span>
        <span>{last !== undefined && shortDayText(last.day)}</span>
      </p>
    </div>
  );
}
