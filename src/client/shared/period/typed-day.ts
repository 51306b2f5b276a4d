import dayjs from 'dayjs';
import { periodTexts } from '#src/client/texts/period-texts.ts';
import { type Days, periodFault } from './period.ts';

/** "2026-11-05" of "05/11/2026" or "5/11/2026"; null when there is no such day. */
export function typedDay(text: string): string | null {
  const [, date = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? [];
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const read = dayjs(day);
  return read.isValid() && read.format('YYYY-MM-DD') === day ? day : null;
}

/** What is typed, with the slashes put in: "0511" is "05/11". Somebody who types them keeps theirs. */
export function withSlashes(text: string): string {
  const kept = text.replaceAll(/[^\d/]/g, '').slice(0, 10);
  if (/^\d\/|\/\d\//.test(kept)) return kept;
  const digits = kept.replaceAll('/', '');
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 8)].filter(Boolean).join('/');
}

/** The days that were typed, or what is wrong with each end. */
export function readDates(
  typed: Days,
  longest?: number,
): { days: Days | null; errors: { from?: string; to?: string } } {
  const from = typedDay(typed.from);
  const to = typedDay(typed.to);
  if (from === null || to === null)
    return {
      days: null,
      errors: {
        ...(from === null ? { from: periodTexts.invalid } : {}),
        ...(to === null ? { to: periodTexts.invalid } : {}),
      },
    };
  const fault = periodFault({ kind: 'free', from, to }, longest);
  return fault === undefined ? { days: { from, to }, errors: {} } : { days: null, errors: { to: fault } };
}
