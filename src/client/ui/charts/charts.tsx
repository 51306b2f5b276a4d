import { useId } from 'react';
import { type Plot, ChartFrame } from './chart-frame.tsx';
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

/** Of a figure, in px. */
const letter = 8;
const line = 20;

/** Grouped bars, distinguished by hatch, not by colour. The last ones are labelled with their figure. */
export function BarChart({ label, groups, series, format }: BarChartProps) {
  const hatchId = useId();
  return (
    <figure className={styles.figure}>
      {series.length > 1 && <Legend series={series} hatchId={`${hatchId}-legend`} />}
      <ChartFrame
        label={label}
        groups={groups}
        values={series.flatMap(({ values }) => values)}
        headroom={series.length * line}
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
  const room = roomOf(plot);
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

interface LastFiguresProps {
  plot: Plot;
  groups: readonly string[];
  series: readonly Series[];
  format: (value: number) => string;
}

/** Beside the last bars where nothing is drawn, else above everything they would cover, then with the name of the day. */
function LastFigures({ plot, groups, series, format }: LastFiguresProps) {
  const last = groups.length - 1;
  const shown = series
    .map(({ name, values }) => ({ name, value: values[last] ?? 0 }))
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value)
    .map(({ name, value }) => ({
      value,
      text: series.length > 1 ? `${name} ${format(value)}` : format(value),
    }));
  const widest = Math.max(0, ...shown.map(({ text }) => text.length)) * letter;
  const beside = plot.left + plot.each * (last + 0.5) - roomOf(plot) / 2 - 8;
  let lowest = Number.NEGATIVE_INFINITY;
  const ys = shown.map(({ value }) => (lowest = Math.max(lowest + line, plot.yOf(value) + 14)));
  const isFree = beside - widest > plot.left && lowest < topOf(plot, series, beside - widest, last - 1) - 6;
  const day = `${groups[last] ?? ''} · `;
  const right = plot.width - 4;
  const above = topOf(plot, series, right - widest - day.length * letter, last) - 8;
  return shown.map(({ text }, place) => (
    <text
      key={text}
      className={styles.value}
      x={isFree ? beside : right}
      y={isFree ? ys[place] : above - line * (shown.length - 1 - place)}
      textAnchor="end"
    >
      {isFree ? text : `${day}${text}`}
    </text>
  ));
}

/** How high the bars reach, from the one that stands at `x` to the group `to`. */
function topOf(plot: Plot, series: readonly Series[], x: number, to: number): number {
  const from = Math.max(0, Math.floor((x - plot.left) / plot.each));
  return plot.yOf(Math.max(0, ...series.flatMap(({ values }) => values.slice(from, to + 1))));
}

function roomOf({ each }: Plot): number {
  return Math.min(each * 0.72, 92);
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
          <svg width="26" height="16" aria-hidden>
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

interface LineChartProps {
  label: string;
  groups: readonly string[];
  values: readonly number[];
  format: (value: number) => string;
}

/** The balance at the end of each day; the last point is labelled with its figure. */
export function LineChart({ label, groups, values, format }: LineChartProps) {
  return (
    <figure className={styles.figure}>
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
