import dayjs from 'dayjs';
import 'dayjs/locale/es';
import localizedFormat from 'dayjs/plugin/localizedFormat.js';
import { marketOffset, marketTimeZone } from '#src/client/state/page-facts.ts';
import { serverNow } from '#src/client/state/server-clock.ts';
import { wallClockAhead, wallClockIn } from '#src/domain/time/market-clock.ts';

dayjs.extend(localizedFormat);
dayjs.locale('es');

const invalid = 'Fecha inválida';

/** "21 de nov de 2026 9:14" */
export function dateTimeText(instant: string | number): string {
  return formatOrSay(instant, 'lll');
}

/** "21/11/2026" */
export function dateText(instant: string | number): string {
  return formatOrSay(instant, 'DD/MM/YYYY');
}

/** "22/11/2027": the last valid day before this moment, which is the start of a day. */
export function lastDayText(end: string | number): string {
  return dateText(new Date(end).getTime() - 1);
}

/** "9:14" */
export function timeText(instant: string | number): string {
  return formatOrSay(instant, 'H:mm');
}

export function isToday(instant: string | number): boolean {
  return dayOf(instant) === dayOf(serverNow());
}

/** Returns the market's day of an instant, "2026-11-21". */
export function dayOf(instant: string | number): string {
  return wallClock(instant).slice(0, 10);
}

/** "9:14:07" */
export function clockText(instant: string | number): string {
  return formatOrSay(instant, 'H:mm:ss');
}

/**
 * "16 al 21 de nov", "28 de oct al 3 de nov", "21 de nov"; the year is added when it is not the current one.
 */
export function daysText(from: string, to: string): string {
  const thisYear = dayOf(serverNow()).slice(0, 4);
  const isOfThisYear = from.startsWith(thisYear) && to.startsWith(thisYear);
  const whole = isOfThisYear ? 'D [de] MMM' : 'D [de] MMM [de] YYYY';
  if (from === to) return formatOrSay(to, whole);
  const start = from.slice(0, 7) === to.slice(0, 7) ? 'D' : whole;
  return `${formatOrSay(from, start)} al ${formatOrSay(to, whole)}`;
}

/** A day ("2026-11-21") is the same everywhere; an instant is shown in the market's time. */
export function formatOrSay(instant: string | number, format: string): string {
  const date = dayjs(isDay(instant) ? instant : wallClock(instant));
  return date.isValid() ? date.format(format) : invalid;
}

function isDay(instant: string | number): boolean {
  return typeof instant === 'string' && /^\d{4}-\d\d-\d\d$/.test(instant);
}

/** Returns an empty text for an invalid instant. */
function wallClock(instant: string | number): string {
  const at = new Date(instant).getTime();
  if (Number.isNaN(at)) return '';
  const offset = marketOffset();
  return offset === null ? wallClockIn(marketTimeZone(), at) : wallClockAhead(offset, at);
}
