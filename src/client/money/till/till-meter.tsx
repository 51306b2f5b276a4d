import { Check, CircleAlert, TriangleAlert } from 'lucide-react';
import { tillMeterTexts as texts } from '#src/client/texts/cash/till-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { BadgeFrame, type BadgeTone } from '#src/client/ui/tables/badge-frame.tsx';
import { type TillLevel, type TillStateName, tillStateOf } from './till-state.ts';
import styles from './till-meter.module.css';

const signs = {
  fine: { icon: Check, tone: 'inactive' },
  nearly: { icon: TriangleAlert, tone: 'pending' },
  full: { icon: CircleAlert, tone: 'refused' },
} as const satisfies Record<TillStateName, { icon: typeof Check; tone: BadgeTone }>;

interface TillMeterProps {
  level: TillLevel;
  /** This amount does not fit, whatever space is left. */
  isFull?: boolean;
}

/** How full the till is. Screen readers read its sentence. */
export function TillMeter({ level, isFull = false }: TillMeterProps) {
  const name = isFull ? 'full' : tillStateOf(level).name;
  const share = level.cash / Math.max(1, level.ceiling);
  return (
    <div
      className={`${styles.meter} ${styles[name]}`}
      role="meter"
      aria-label={texts.meter}
      aria-valuemin={0}
      aria-valuemax={level.ceiling}
      aria-valuenow={Math.min(Math.max(0, level.cash), level.ceiling)}
      aria-valuetext={tillSentence(level)}
    >
      <span className={styles.solid} style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }} />
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

/** "Le caben $3,660,000.", with the next step. */
export function tillSentence(level: TillLevel): string {
  const { name, room } = tillStateOf(level);
  return [
    texts.roomShort(amountText(room)),
    name === 'nearly' ? texts.soon : '',
    name === 'full' ? texts.before : '',
  ]
    .filter(Boolean)
    .join(' ');
}
