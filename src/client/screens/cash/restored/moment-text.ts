import { dateTimeText, isToday, timeText } from '#src/client/shared/dates.ts';
import { restoredTexts as texts } from '#src/client/texts/restored-texts.ts';

/** "9:14" for today, otherwise "21 de nov de 2026 9:14". */
export function momentText(instant: string): string {
  return isToday(instant) ? timeText(instant) : dateTimeText(instant);
}

/** "de las 9:14", "del 21 de nov de 2026 9:14" */
export function ofMomentText(instant: string): string {
  return isToday(instant) ? texts.at(timeText(instant)) : texts.on(dateTimeText(instant));
}
