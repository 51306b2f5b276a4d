import dayjs from 'dayjs';
import { marketTimeZone } from '#src/client/state/page-facts.ts';
import { serverNow } from '#src/client/state/server-clock.ts';
import { periodTexts } from '#src/client/texts/lists-texts.ts';
import { dateText, dayOf } from '#src/client/texts/written/dates.ts';
import { startOfDayIn } from '#src/domain/time/market-clock.ts';

export type PeriodKind = 'today' | 'yesterday' | 'week' | 'month' | 'last-month' | 'free';

/** Whole days, inclusive: "2026-03-28". */
export interface Days {
  from: string;
  to: string;
}

export interface Period extends Days {
  kind: PeriodKind;
}

const dayFormat = 'YYYY-MM-DD';
/** Limit of the server for totals. */
const longestDays = 400;

/** Returns the market's current day, "2026-03-28". */
export function today(): string {
  return dayOf(serverNow());
}

export function periodOf(kind: Exclude<PeriodKind, 'free'>): Period {
  const now = dayjs(today());
  const at = (date: dayjs.Dayjs) => date.format(dayFormat);
  // Weeks start on Monday by the locale set in dates.ts.
  const starts = {
    today: now,
    yesterday: now.subtract(1, 'day'),
    week: now.startOf('week'),
    month: now.startOf('month'),
    'last-month': now.subtract(1, 'month').startOf('month'),
  };
  const ends = { yesterday: starts.yesterday, 'last-month': starts.month.subtract(1, 'day') };
  const end = kind === 'yesterday' || kind === 'last-month' ? ends[kind] : now;
  return { kind, from: at(starts[kind]), to: at(end) };
}

/**
 * Returns the first day of the period to compare with: the same day a week earlier, or the same days of the
 * previous week or month. Typed dates are compared with the days right before them, for which it returns
 * nothing.
 */
export function comparedFrom({ kind, from }: Period): string | undefined {
  if (kind === 'free') return undefined;
  const isMonth = kind === 'month' || kind === 'last-month';
  return dayjs(from)
    .subtract(1, isMonth ? 'month' : 'week')
    .format(dayFormat);
}

/** Returns why the period is invalid, if it is. */
export function periodFault({ from, to }: Period, longest = longestDays): string | undefined {
  if (from === '' || to === '' || from > to) return periodTexts.wrongOrder;
  return daysOf({ from, to }) > longest ? periodTexts.tooLong(longest) : undefined;
}

/** Counts the days, inclusive. */
export function daysOf({ from, to }: Days): number {
  return dayjs(to).diff(from, 'day') + 1;
}

/** Returns the instants from the first midnight to the midnight after the last day, in the market's time. */
export function instantsOf({ from, to }: Days): { from: string; to: string } {
  const midnight = (day: string) => new Date(startOfDayIn(marketTimeZone(), day)).toISOString();
  return { from: midnight(from), to: midnight(dayAfter(to)) };
}

export function periodText({ from, to }: Days): string {
  return periodTexts.between(dateText(from), dateText(to));
}

/** Returns the day shifted by `days`. */
export function dayAfter(day: string, days = 1): string {
  return dayjs(day).add(days, 'day').format(dayFormat);
}

/** Parses "05/11/2026" or "5/11/2026" to "2026-11-05". Returns null when there is no such day. */
export function typedDay(text: string): string | null {
  const [, date = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? [];
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const read = dayjs(day);
  return read.isValid() && read.format('YYYY-MM-DD') === day ? day : null;
}

/** Inserts slashes during typing: "0511" becomes "05/11". Typed slashes are kept. */
export function withSlashes(text: string): string {
  const kept = text.replaceAll(/[^\d/]/g, '').slice(0, 10);
  if (/^\d\/|\/\d\//.test(kept)) return kept;
  const digits = kept.replaceAll('/', '');
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 8)].filter(Boolean).join('/');
}

/** Returns the typed days, or the error of each end. */
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
