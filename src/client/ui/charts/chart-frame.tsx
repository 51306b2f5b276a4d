import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import styles from './charts.module.css';

export interface Plot {
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
  chosen?: number;
  /** An overlay above the drawing; its style gets --left, --each and --groups. */
  overlay?: ReactNode;
  /** Space kept free above the largest value for labels, px. */
  headroom: number;
  children: (plot: Plot) => ReactNode;
}

const drawn = 232;
const foot = 34;
/** The drawing is measured for letters of this size, px, and their widest width. */
const letterSize = 14;
const letter = 8.2;

/** Draws grid, figures and names around a drawing, as wide as its container. */
export function ChartFrame(props: ChartFrameProps) {
  const { label, groups, values, format, headroom, chosen, overlay, children } = props;
  const [element, width] = useWidth();
  const ticks = ticksOf(values);
  const least = ticks[0] ?? 0;
  const most = ticks.at(-1) ?? 1;
  const left = Math.max(...ticks.map((tick) => format(tick).length)) * letter + 12;
  const each = (width - left - 8) / Math.max(1, groups.length);
  const top = headroom + 8;
  const height = top + drawn + foot;
  const yOf = (value: number) => top + ((most - value) / (most - least)) * drawn;
  const plot = { left, each, base: yOf(0), yOf, width };
  const every = namedEvery(Math.max(...groups.map(({ length }) => length), 1) * letter + 12, each);
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
  return Math.min(middle, width - (name.length * letter) / 2);
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
