import { formatOrSay } from './dates.ts';

/** "Sábado 21 de noviembre" */
export function dayText(instant: string | number): string {
  return capitalized(formatOrSay(instant, 'dddd D [de] MMMM'));
}

/** "Sáb 21" of "2026-11-21" */
export function shortDayText(day: string): string {
  return capitalized(formatOrSay(day, 'ddd D').replace('.', ''));
}

/** "sábado" of "2026-11-21" */
export function weekdayText(day: string): string {
  return formatOrSay(day, 'dddd');
}

/** "Nov 2026" of "2026-11-21" */
export function monthText(day: string): string {
  return capitalized(formatOrSay(day, 'MMM YYYY').replace('.', ''));
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
