import { CalendarClock } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useDeviceFacts } from '#src/client/local/live-device.ts';
import { dayOf, dayText, timeText } from '#src/client/shared/dates.ts';
import { clockAheadMs, noteServerTime, onClockChange, serverNow } from '#src/client/state/server-clock.ts';
import { wrongClockTexts as texts } from '#src/client/texts/dashboard-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './wrong-clock.module.css';

/** From so far off the person is told, ms; the day is the market's in any case. */
const toldFromMs = 10 * 60_000;
const minuteMs = 60_000;

/** How far the market's clock is ahead of this device's, ms. An enrolled device knows it without a link, too. */
export function useClockAhead(): number {
  const kept = useDeviceFacts()?.clockOffset ?? null;
  useEffect(() => {
    if (kept !== null && clockAheadMs() === 0) noteServerTime(Date.now() + kept);
  }, [kept]);
  return useSyncExternalStore(onClockChange, clockAheadMs);
}

/** "sábado 21" */
function shortDay(instantMs: number): string {
  const [day = ''] = dayText(instantMs).split(' de ');
  return day.toLowerCase();
}

/** Over every page: what this device says, and what is true. */
export function WrongClock({ aheadMs }: { aheadMs: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  if (Math.abs(aheadMs) < toldFromMs) return null;
  const right = serverNow();
  return (
    <div className={styles.strip} role="status">
      <Icon of={CalendarClock} size={28} />
      <p>
        <b>
          {dayOf(now) === dayOf(right)
            ? texts.time(timeText(now), timeText(right))
            : texts.date(shortDay(now), shortDay(right))}
        </b>{' '}
        {texts.correct}
      </p>
    </div>
  );
}
