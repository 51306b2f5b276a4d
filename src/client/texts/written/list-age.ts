import { offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { dateTimeText, isToday, timeText } from './dates.ts';

/** "9:05" for today, otherwise the whole date. */
export function whenText(instantMs: number): string {
  return isToday(instantMs) ? timeText(instantMs) : dateTimeText(instantMs);
}

/** Formats an age in ms: "6 horas", "3 días". */
export function ageText(ageMs: number): string {
  const hours = Math.max(1, Math.round(ageMs / 3_600_000));
  return hours < 48 ? offlineTexts.hours(hours) : offlineTexts.days(Math.round(hours / 24));
}
