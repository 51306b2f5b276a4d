import { CalendarClock } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import { clockAheadMs, noteServerTime, onClockChange, serverNow } from '#src/client/state/server-clock.ts';
import { wrongClockTexts as texts } from '#src/client/texts/dashboard-texts.ts';
import { dayOf, timeText } from '#src/client/texts/written/dates.ts';
import { dayText } from '#src/client/texts/written/days.ts';
import { Icon } from '#src/client/ui/icon.tsx';

/** Deviation from which the person is warned, ms. The day is the market's in any case. */
const toldFromMs = 10 * 60_000;
const minuteMs = 60_000;

/**
 * Kept as long as the session: a device that is not enrolled learns it again from the server's next answer.
 */
const keptAs = 'mercado.clock';

function keepClockAhead(aheadMs: number): void {
  try {
    sessionStorage.setItem(keptAs, String(aheadMs));
  } catch {
    // Without storage the device falls back to its own day after a reload without a link.
  }
}

function readClockAhead(): number {
  try {
    return Number(sessionStorage.getItem(keptAs));
  } catch {
    return 0;
  }
}

function watchClock(next: () => void): () => void {
  return onClockChange(() => {
    keepClockAhead(clockAheadMs());
    next();
  });
}

/**
 * Returns how far the market's clock is ahead of this device's, ms. A device that has learned it knows it
 * without a link.
 */
export function useClockAhead(): number {
  const kept = useDeviceFacts()?.clockOffset ?? null;
  useEffect(() => {
    if (clockAheadMs() !== 0) keepClockAhead(clockAheadMs());
    else noteServerTime(Date.now() + (kept ?? readClockAhead()));
  }, [kept]);
  return useSyncExternalStore(watchClock, clockAheadMs);
}

/** "sábado 21" */
function shortDay(instantMs: number): string {
  const [day = ''] = dayText(instantMs).split(' de ');
  return day.toLowerCase();
}

/** Shown on every page: the device's time and the market's. */
export function WrongClock({ aheadMs }: { aheadMs: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  if (Math.abs(aheadMs) < toldFromMs) return null;
  const right = serverNow();
  return (
    <div className="strip" data-tone="refused" role="status">
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
