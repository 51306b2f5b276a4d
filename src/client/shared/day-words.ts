import { serverNow } from '#src/client/state/server-clock.ts';
import { dayTexts } from '#src/client/texts/sync/letter-texts.ts';
import { dayOf, formatOrSay, timeText } from './dates.ts';

/** "hoy", "ayer", "mañana", "el viernes" within six days, otherwise "el 21 de nov". */
function dayWord(instant: number): string {
  const day = dayOf(instant);
  const away = Math.round((Date.parse(day) - Date.parse(dayOf(serverNow()))) / 86_400_000);
  if (away === 0) return dayTexts.today;
  if (away === -1) return dayTexts.yesterday;
  if (away === 1) return dayTexts.tomorrow;
  return dayTexts.on(formatOrSay(day, Math.abs(away) < 7 ? 'dddd' : 'D [de] MMM'));
}

/** "ayer a las 18:40", "el viernes a las 18:40". */
export function dayAndTime(instant: number): string {
  return dayTexts.at(dayWord(instant), timeText(instant));
}

/** "ayer 6:40 p. m." */
export function dayAndHour(instant: number): string {
  const [hour = 0] = timeText(instant).split(':').map(Number);
  return `${dayWord(instant)} ${formatOrSay(instant, 'h:mm')} ${hour < 12 ? 'a. m.' : 'p. m.'}`;
}

/** "hoy 6:10" */
export function dayAndClock(instant: number): string {
  return `${dayWord(instant)} ${timeText(instant)}`;
}
