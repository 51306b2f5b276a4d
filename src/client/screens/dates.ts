import dayjs from 'dayjs';
import 'dayjs/locale/es';
import localizedFormat from 'dayjs/plugin/localizedFormat.js';

dayjs.extend(localizedFormat);
dayjs.locale('es');

const invalid = 'Fecha inválida';

/** "21 de nov. de 2026 9:14" */
export function dateTimeText(instant: string | number): string {
  return formatOrSay(instant, 'lll');
}

/** "21/11/2026" */
export function dateText(instant: string | number): string {
  return formatOrSay(instant, 'DD/MM/YYYY');
}

/** "9:14" */
export function timeText(instant: string | number): string {
  return formatOrSay(instant, 'H:mm');
}

export function isToday(instant: string | number): boolean {
  return dayjs(instant).isSame(dayjs(), 'day');
}

/** "9:14:07" */
export function clockText(instant: string | number): string {
  return formatOrSay(instant, 'H:mm:ss');
}

/** "Sábado 21 de noviembre" */
export function dayText(instant: string | number): string {
  return capitalized(formatOrSay(instant, 'dddd D [de] MMMM'));
}

/** "Sáb 21" of "2026-11-21" */
export function shortDayText(day: string): string {
  return capitalized(formatOrSay(day, 'ddd D').replace('.', ''));
}

/** "Nov 2026" of "2026-11-21" */
export function monthText(day: string): string {
  return capitalized(formatOrSay(day, 'MMM YYYY').replace('.', ''));
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function formatOrSay(instant: string | number, format: string): string {
  const date = dayjs(instant);
  return date.isValid() ? date.format(format) : invalid;
}
