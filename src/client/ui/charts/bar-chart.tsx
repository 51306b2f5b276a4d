import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import styles from './charts.module.css';

export interface Series {
  name: string;
  look: 'solid' | 'hatch';
  values: readonly number[];
}

interface BarChartProps {
  /** Summary of the drawing for screen readers; its table has the details. */
  label: string;
  groups: readonly string[];
  series: readonly Series[];
  format: (value: number) => string;
  words: ReadingWords;
}

interface ReadingWords {
  /** Name of the value that the arrow keys move: "Día que se lee". */
  read: string;
  /** "Toque una barra para leerla." */
  hint: string;
  /** Label of the difference between the first series and the second. */
  difference?: string;
}

/** Width of a letter, in em. */
const letter = 0.6;

/**
 * Grouped bars, distinguished by hatch, not by colour. The selected day (by tap or arrow keys, at first the last one) is
 * shown beside the drawing. Figures are drawn above the bars of the last series when they all fit: one
 * that overlapped another bar would be read as that bar's.
 */
export function BarChart({ label, groups, series, format, words }: BarChartProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [plot, width] = useWidth();
  const last = groups.length - 1;
  const place = Math.min(chosen ?? last, last);
  const read = { group: groups[place] ?? '', figures: figuresAt(place, series, words.difference) };
  const ticks = ticksOf(series.flatMap(({ values }) => values));
  const each = width / Math.max(1, groups.length);
  const most = each * (series.length > 1 ? 0.7 : 0.8);
  const isDrawn = longest(series.at(-1)?.values.map(format) ?? []) * letter <= most;
  const every = Math.max(1, Math.ceil((longest(groups) * letter + 1) / each));
  return (
    <figure className="stack-12">
      {series.length > 1 && <Legend series={series} />}
      <ReadingLine {...read} format={format} />
      <div className={styles.chart} style={placesOf(ticks, groups.length)}>
        <div className={`soft ${styles.ticks}`} aria-hidden>
          {ticks.map((tick) => (
            <span key={tick}>{format(tick)}</span>
          ))}
        </div>
        <div ref={plot} className={styles.plot} role="img" aria-label={label}>
          {groups.map((group, at) => (
            <div key={group} className={at === place && last > 0 ? styles.isChosen : undefined}>
              <div className={styles.bars}>
                {series.map(({ name, look, values }, nth) => {
                  const value = values[at] ?? 0;
                  return (
                    <div key={name} className={styles.bar} style={boxOf(value, ticks)}>
                      <span className={styles[look]} title={`${group}: ${name} ${format(value)}`} />
                      {isDrawn && value > 0 && nth === series.length - 1 && (
                        <b className="whole">{format(value)}</b>
                      )}
                    </div>
                  );
                })}
              </div>
              <span className={`whole ${styles.name} ${every > 1 && at === last ? styles.isLast : ''}`}>
                {(last - at) % every === 0 ? group : '\u00a0'}
              </span>
            </div>
          ))}
        </div>
        <input
          type="range"
          className={styles.reader}
          max={last}
          value={place}
          aria-label={words.read}
          aria-valuetext={[
            read.group,
            ...read.figures.map(({ name, value }) => `${name} ${format(value)}`),
          ].join(', ')}
          onChange={(event) => setChosen(event.target.valueAsNumber)}
        />
      </div>
      <p className={`soft small ${styles.hint}`}>{words.hint}</p>
    </figure>
  );
}

const longest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));

interface Reading {
  group: string;
  figures: readonly { name: string; value: number; isDifference?: boolean }[];
}

function figuresAt(place: number, series: readonly Series[], difference?: string): Reading['figures'] {
  const figures = series.map(({ name, values }) => ({ name, value: values[place] ?? 0 }));
  const [first, second] = figures;
  if (difference === undefined || first === undefined || second === undefined) return figures;
  return [...figures, { name: difference, value: first.value - second.value, isDifference: true }];
}

/** Gives users of a screen reader the same figures as the field that the arrow keys move. */
function ReadingLine({ group, figures, format }: Reading & { format: (value: number) => string }) {
  return (
    <p className={styles.reading} aria-hidden>
      <b>{group}</b>
      {figures.map(({ name, value, isDifference }) => (
        <span key={name} className={isDifference === true ? styles.difference : undefined}>
          {name} <b>{format(value)}</b>
        </span>
      ))}
    </p>
  );
}

type Places = CSSProperties & Record<`--${string}`, string | number>;

function placesOf(ticks: readonly number[], groups: number): Places {
  return { '--steps': ticks.length - 1, '--groups': groups, '--zero': percentOf(0, ticks) };
}

/** A bar from zero to its value. */
function boxOf(value: number, ticks: readonly number[]): Places {
  return { '--from': percentOf(Math.min(0, value), ticks), '--to': percentOf(Math.max(0, value), ticks) };
}

/** Height of a value in the drawing. */
function percentOf(value: number, ticks: readonly number[]): string {
  const [least = 0] = ticks;
  return `${((value - least) / ((ticks.at(-1) ?? 1) - least)) * 100}%`;
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <figcaption className="flow-4 small">
      {series.map(({ name, look }) => (
        <span key={name} className="row">
          <span className={`${styles.key} ${styles[look]}`} />
          {name}
        </span>
      ))}
    </figcaption>
  );
}

/** Returns the element's width in its letters, em, and follows its changes. */
function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(40);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => setWidth(current.clientWidth / parseFloat(getComputedStyle(current).fontSize));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

/** Returns at most five round steps, from 0 or below to past the largest value. */
export function ticksOf(values: readonly number[]): number[] {
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  if (most === least) return [0, 1];
  const rough = (most - least) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10) * power);
  const first = Math.floor(least / step);
  const last = Math.ceil(most / step);
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * step);
}
