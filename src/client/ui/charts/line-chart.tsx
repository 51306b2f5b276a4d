import { ChartFrame } from './chart-frame.tsx';
import styles from './charts.module.css';

interface LineChartProps {
  label: string;
  groups: readonly string[];
  values: readonly number[];
  format: (value: number) => string;
}

/** Shows the balance at the end of each day; the last point is labelled with its figure. */
export function LineChart({ label, groups, values, format }: LineChartProps) {
  return (
    <figure className={`stack-12 ${styles.figure}`}>
      <ChartFrame label={label} groups={groups} values={values} format={format} headroom={20}>
        {({ left, each, yOf, width }) => {
          const points = values.map((value, place) => ({
            x: left + each * (place + 0.5),
            y: yOf(value),
            value,
          }));
          const last = points.at(-1);
          return (
            <>
              <polyline className={styles.line} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
              {points.map(({ x, y, value }, place) => (
                <circle
                  key={groups[place]}
                  className={styles.dot}
                  cx={x}
                  cy={y}
                  r={points.length > 40 ? 2 : 4}
                >
                  <title>{`${groups[place]}: ${format(value)}`}</title>
                </circle>
              ))}
              {last !== undefined && (
                <text
                  className={styles.value}
                  x={Math.min(last.x + 4, width - 2)}
                  y={last.y - 12}
                  textAnchor="end"
                >
                  {format(last.value)}
                </text>
              )}
            </>
          );
        }}
      </ChartFrame>
    </figure>
  );
}
