import { useId } from 'react';
import type { Plot } from './chart-frame.tsx';
import { ChartFrame } from './chart-frame.tsx';
import styles from './charts.module.css';

export interface Series {
  name: string;
  look: 'solid' | 'hatch';
  values: readonly number[];
}

interface BarChartProps {
  label: string;
  groups: readonly string[];
  series: readonly Series[];
  format: (value: number) => string;
}

/** Bars beside each other; told apart by hatch, not by colour. The last ones carry their figure. */
export function BarChart({ label, groups, series, format }: BarChartProps) {
  const hatchId = useId();
  return (
    <figure className={styles.figure}>
      {series.length > 1 && <Legend series={series} hatchId={`${hatchId}-legend`} />}
      <ChartFrame
        label={label}
        groups={groups}
        values={series.flatMap(({ values }) => values)}
        format={format}
      >
        {(plot) => (
          <>
            <Hatch id={hatchId} />
            {series.map((one, place) => (
              <Bars
                key={one.name}
                one={one}
                place={place}
                of={series.length}
                {...{ plot, groups, format, hatchId }}
              />
            ))}
            <LastFigures {...{ plot, groups, series, format }} />
          </>
        )}
      </ChartFrame>
    </figure>
  );
}

interface BarsProps {
  one: Series;
  place: number;
  of: number;
  plot: Plot;
  groups: readonly string[];
  format: (value: number) => string;
  hatchId: string;
}

function Bars({ one, place, of, plot, groups, format, hatchId }: BarsProps) {
  const { each, left, base, yOf } = plot;
  const room = Math.min(each * 0.72, 92);
  const wide = Math.max(1, room / of - 2);
  return one.values.map((value, group) => {
    const x = left + each * (group + 0.5) - room / 2 + (place * room) / of;
    const y = Math.min(base, yOf(value));
    return (
      <rect
        key={groups[group]}
        className={one.look === 'solid' ? styles.solid : styles.hatch}
        {...(one.look === 'hatch' ? { fill: `url(#${hatchId})` } : {})}
        x={x}
        y={y}
        width={wide}
        height={Math.abs(base - yOf(value))}
      >
        <title>{`${groups[group]}: ${one.name} ${format(value)}`}</title>
      </rect>
    );
  });
}

function LastFigures({
  plot,
  groups,
  series,
  format,
}: Omit<BarsProps, 'one' | 'place' | 'of' | 'hatchId'> & { series: readonly Series[] }) {
  const last = groups.length - 1;
  const right = plot.left + plot.each * (last + 0.5) - Math.min(plot.each * 0.72, 92) / 2 - 8;
  let lowest = Number.NEGATIVE_INFINITY;
  const shown = series
    .map(({ name, values }) => ({ name, value: values[last] ?? 0 }))
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value);
  return shown.map(({ name, value }) => {
    const y = Math.max(lowest + 20, plot.yOf(value) + 14);
    lowest = y;
    const text = series.length > 1 ? `${name} ${format(value)}` : format(value);
    const fits = right - text.length * 8 > plot.left;
    return (
      <text
        key={name}
        className={styles.value}
        x={fits ? right : plot.width - 4}
        y={fits ? y : Math.max(12, y - 20)}
        textAnchor="end"
      >
        {text}
      </text>
    );
  });
}

/** 45° lines, 2.5 in 7. */
function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className={styles.paper} width="7" height="7" />
        <rect className={styles.stripe} width="2.5" height="7" />
      </pattern>
    </defs>
  );
}

function Legend({ series, hatchId }: { series: readonly Series[]; hatchId: string }) {
  return (
    <figcaption className={styles.legend}>
      {series.map(({ name, look }) => (
        <span key={name}>
          <svg width="26" height="16" aria-hidden focusable={false}>
            <Hatch id={hatchId} />
            <rect
              className={look === 'solid' ? styles.solid : styles.hatch}
              {...(look === 'hatch' ? { fill: `url(#${hatchId})` } : {})}
              x="1"
              y="1"
              width="24"
              height="14"
            />
          </svg>
          {name}
        </span>
      ))}
    </figcaption>
  );
}
