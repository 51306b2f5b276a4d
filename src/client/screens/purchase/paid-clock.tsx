import { purchaseTexts as texts } from '#src/client/texts/purchases/purchase-texts.ts';
import { Cenefa } from '#src/client/ui/brand/cenefa.tsx';
import styles from './paid-clock.module.css';

interface ClockProps {
  seconds: number;
  /** The market's code, which selects the wedge's hue. */
  market: string;
}

/** A moving hand and a filling wedge, which a screenshot cannot imitate. Hidden from screen readers. */
export function PaidClock({ seconds, market }: ClockProps) {
  const angle = (seconds % 60) * 6;
  return (
    <svg className={styles.clock} viewBox="0 0 100 100" aria-hidden>
      <circle className={styles.face} cx="50" cy="50" r="46" />
      <path className={styles.wedge} d={wedge(angle)} style={{ fill: `hsl(${hueOf(market)} 45% 30%)` }} />
      {Array.from({ length: 12 }, (_, hour) => (
        <path key={hour} className={styles.tick} d="M50 7v7" transform={`rotate(${hour * 30} 50 50)`} />
      ))}
      <path className={styles.hand} d="M50 54V16" transform={`rotate(${angle} 50 50)`} />
      <circle className={styles.hub} cx="50" cy="50" r="5" />
    </svg>
  );
}

/** The elapsed time, and a woven strip that moves a step each second. */
export function PaidStrip({ seconds }: { seconds: number }) {
  return (
    <p className={`row-12 pad-strip small strong ${styles.strip}`} aria-hidden>
      <span className={styles.window}>
        <span style={{ transform: `translateX(${-((seconds * 2) % 32)}px)` }}>
          <Cenefa />
        </span>
      </span>
      <span>{texts.ago(seconds)}</span>
    </p>
  );
}

function wedge(angle: number): string {
  const end = ((angle - 90) * Math.PI) / 180;
  const [x, y] = [50 + 42 * Math.cos(end), 50 + 42 * Math.sin(end)];
  return `M50 50V8A42 42 0 ${angle > 180 ? 1 : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)}Z`;
}

/** Hues away from the greens of the background. */
function hueOf(market: string): number {
  let sum = 7;
  for (let place = 0; place < market.length; place++) sum = (sum * 31 + market.charCodeAt(place)) % 997;
  return (200 + (sum % 220)) % 360;
}
