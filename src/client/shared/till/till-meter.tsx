import { Check, CircleAlert, Hourglass, TriangleAlert } from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { tillMeterTexts as texts } from '#src/client/texts/cash/hand-over-texts.ts';
import { BadgeFrame, type BadgeTone } from '#src/client/ui/tables/badge-frame.tsx';
import { type TillLevel, type TillStateName, tillStateOf } from './till-state.ts';
import styles from './till-meter.module.css';

const signs = {
  fine: { icon: Check, tone: 'inactive' },
  transit: { icon: Hourglass, tone: 'pending' },
  nearly: { icon: TriangleAlert, tone: 'pending' },
  full: { icon: CircleAlert, tone: 'refused' },
} as const satisfies Record<TillStateName, { icon: typeof Check; tone: BadgeTone }>;

interface TillMeterProps {
  level: TillLevel;
  /** This amount does not fit, whatever space is left. */
  isFull?: boolean;
}

/** Solid: in the till. Hatched: on its way. Screen readers read its sentence. */
export function TillMeter({ level, isFull = false }: TillMeterProps) {
  const { name: found, held } = tillStateOf(level);
  const name = isFull ? 'full' : found;
  const part = (amount: number): string =>
    `${Math.min(100, Math.max(0, (amount / Math.max(1, level.ceiling)) * 100))}%`;
  return (
    <div
      className={`${styles.meter} ${styles[name]}`}
      role="meter"
      aria-label={texts.meter}
      aria-valuemin={0}
      aria-valuemax={level.ceiling}
      aria-valuenow={Math.min(Math.max(0, held), level.ceiling)}
      aria-valuetext={tillSentence(level)}
    >
      <span className={styles.solid} style={{ width: part(level.inTill) }} />
      <span className={styles.hatched} style={{ width: part(level.inTransit) }} />
    </div>
  );
}

export function TillBadge({ level }: { level: TillLevel }) {
  const { name } = tillStateOf(level);
  const { icon, tone } = signs[name];
  return (
    <BadgeFrame icon={icon} tone={tone}>
      {texts.states[name]}
    </BadgeFrame>
  );
}

/** "$1,240,000 en camino. Le caben $3,660,000.", with the next step. */
export function tillSentence(level: TillLevel): string {
  const { name, room } = tillStateOf(level);
  return [
    level.inTransit > 0 ? texts.onItsWay(amountText(level.inTransit)) : '',
    texts.roomShort(amountText(room)),
    name === 'nearly' ? texts.soon : '',
    name === 'full' ? texts.before : '',
  ]
    .filter(Boolean)
    .join(' ');
}
