import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
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

/** Width of a digit, in px. */
const letter = 8;

/**
 * Grouped bars, distinguished by hatch, not by colour. The selected day (by tap or arrow keys, at first the last one) is
 * shown beside the drawing; a figure that fits above its bar is drawn there as well.
 */
export function BarChart({ label, groups, series, format, words }: BarChartProps) {
  const hatchId = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const last = groups.length - 1;
  const place = Math.min(chosen ?? last, last);
  const read = { group: groups[place] ?? '', figures: figuresAt(place, series, words.difference) };
  return (
    <figure className={`stack-12 ${styles.figure}`}>
      {series.length > 1 && <Legend series={series} hatchId={`${hatchId}-legend`} />}
      <ReadingLine {...read} format={format} />
      <ChartFrame
        label={label}
        groups={groups}
        values={series.flatMap(({ values }) => values)}
        format={format}
        chosen={place}
        overlay={
          <input
            type="range"
            className={styles.reader}
            min={0}
            max={last}
            step={1}
            value={place}
            aria-label={words.read}
            aria-valuetext={[
              read.group,
              ...read.figures.map(({ name, value }) => `${name} ${format(value)}`),
            ].join(', ')}
            onChange={(event) => setChosen(event.target.valueAsNumber)}
          />
        }
      >
        {(plot) => (
          <>
            <Hatch id={hatchId} />
            {last > 0 && (
              <rect
                className={styles.chosen}
                x={plot.left + plot.each * place}
                y={0}
                width={plot.each}
                height={Math.max(0, plot.base)}
              />
            )}
            {series.map((one, at) => (
              <Bars key={one.name} bars={barsOf(plot, series, at)} {...{ one, groups, format, hatchId }} />
            ))}
            <Figures {...{ plot, series, format }} />
          </>
        )}
      </ChartFrame>
      <p className={`soft small ${styles.hint}`}>{words.hint}</p>
    </figure>
  );
}

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

interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
  value: number;
}

/** The last series is the subject of the drawing and has the widest bars. */
function barsOf({ each, left, base, yOf }: Plot, series: readonly Series[], at: number): Bar[] {
  const room = Math.min(each * 0.78, series.length > 1 ? 86 : 60);
  const slim = series.length > 1 ? (room * 0.29) / (series.length - 1) : 0;
  const isLast = at === series.length - 1;
  const width = Math.max(1, (isLast ? room - slim * at : slim) - 2);
  return (series[at]?.values ?? []).map((value, group) => ({
    x: left + each * (group + 0.5) - room / 2 + slim * at,
    y: Math.min(base, yOf(value)),
    width,
    height: Math.abs(base - yOf(value)),
    value,
  }));
}

interface BarsProps {
  one: Series;
  bars: readonly Bar[];
  groups: readonly string[];
  format: (value: number) => string;
  hatchId: string;
}

function Bars({ one, bars, groups, format, hatchId }: BarsProps) {
  return bars.map(({ value, ...box }, group) => (
    <rect
      key={groups[group]}
      className={one.look === 'solid' ? styles.solid : styles.hatch}
      {...(one.look === 'hatch' ? { fill: `url(#${hatchId})` } : {})}
      {...box}
    >
      <title>{`${groups[group]}: ${one.name} ${format(value)}`}</title>
    </rect>
  ));
}

interface FiguresProps {
  plot: Plot;
  series: readonly Series[];
  format: (value: number) => string;
}

/** Figures above their own bars, all or none: one that overlapped another bar would be read as that bar's. */
function Figures({ plot, series, format }: FiguresProps) {
  const bars = barsOf(plot, series, series.length - 1);
  const firstX = (at: number) => barsOf(plot, series, 0)[at]?.x ?? plot.width;
  const shown = bars.map((bar, at) => ({ bar, text: format(bar.value), end: firstX(at + 1) - 4 }));
  if (!shown.every(({ bar, text, end }) => bar.value === 0 || text.length * letter <= end - bar.x))
    return null;
  return shown.map(({ bar, text, end }) => {
    if (bar.value <= 0) return null;
    const half = (text.length * letter) / 2;
    const middle = Math.min(Math.max(bar.x + bar.width / 2, bar.x + half), end - half);
    return (
      <text key={bar.x} className={styles.value} x={middle} y={bar.y - 8} textAnchor="middle">
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

interface Plot {
  left: number;
  /** Width of one group. */
  each: number;
  base: number;
  yOf: (value: number) => number;
  width: number;
}

interface ChartFrameProps {
  /** Summary of the drawing for screen readers; its table has the details. */
  label: string;
  groups: readonly string[];
  values: readonly number[];
  format: (value: number) => string;
  /** The group whose name is bold. */
  chosen: number;
  /** An overlay above the drawing; its style gets --left, --each and --groups. */
  overlay: ReactNode;
  children: (plot: Plot) => ReactNode;
}

const drawn = 232;
const foot = 34;
/** Space kept free above the largest value for its label, px. */
const headroom = 20;
/** The drawing is measured for letters of this size, px, and their widest width. */
const letterSize = 14;
const widest = 8.2;

/** Draws grid, figures and names around a drawing, as wide as its container. */
function ChartFrame(props: ChartFrameProps) {
  const { label, groups, values, format, chosen, overlay, children } = props;
  const [element, width] = useWidth();
  const ticks = ticksOf(values);
  const least = ticks[0] ?? 0;
  const most = ticks.at(-1) ?? 1;
  const left = Math.max(...ticks.map((tick) => format(tick).length)) * widest + 12;
  const each = (width - left - 8) / Math.max(1, groups.length);
  const top = headroom + 8;
  const height = top + drawn + foot;
  const yOf = (value: number) => top + ((most - value) / (most - least)) * drawn;
  const plot = { left, each, base: yOf(0), yOf, width };
  const every = namedEvery(Math.max(...groups.map(({ length }) => length), 1) * widest + 12, each);
  return (
    <div ref={element} className={styles.chart} style={placesOf(plot, groups.length)}>
      <svg
        role="img"
        fontSize={letterSize}
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        width="100%"
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={styles.grid} x1={left} x2={width} y1={yOf(tick)} y2={yOf(tick)} />
            <text className={styles.tick} x={left - 8} y={yOf(tick) + 5} textAnchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        {children(plot)}
        <line className={styles.base} x1={left} x2={width} y1={yOf(0)} y2={yOf(0)} />
        {groups.map(
          (group, place) =>
            (groups.length - 1 - place) % every === 0 && (
              <text
                key={group}
                className={`${styles.name} ${place === chosen ? styles.isChosen : ''}`}
                x={nameAt(left + each * (place + 0.5), group, width)}
                y={height - 10}
                textAnchor="middle"
              >
                {group}
              </text>
            ),
        )}
      </svg>
      {overlay}
    </div>
  );
}

function placesOf({ left, each }: Plot, groups: number): CSSProperties {
  const style: CSSProperties & Record<'--left' | '--each' | '--groups', string | number> = {
    '--left': `${left}px`,
    '--each': `${each}px`,
    '--groups': groups,
  };
  return style;
}

/** Keeps the name of the last group inside the right edge. */
function nameAt(middle: number, name: string, width: number): number {
  return Math.min(middle, width - (name.length * widest) / 2);
}

/** Returns the element's width and follows its changes, so that letters in a drawing keep their size. */
function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => setWidth(Math.max(240, Math.round(current.clientWidth)));
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

/**
 * Returns n to label every n-th group, so that labels of width `room` do not overlap in groups of width
 * `each`.
 */
function namedEvery(room: number, each: number): number {
  return Math.max(1, Math.ceil(room / Math.max(1, each)));
}
