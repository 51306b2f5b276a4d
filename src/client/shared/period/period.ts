import dayjs from 'dayjs';
import { dateText, dayOf } from '#src/client/shared/dates.ts';
import { marketTimeZone } from '#src/client/state/page-facts.ts';
import { serverNow } from '#src/client/state/server-clock.ts';
import { periodTexts } from '#src/client/texts/lists-texts.ts';
import { startOfDayIn } from '#src/domain/time/market-clock.ts';

export type PeriodKind = 'today' | 'yesterday' | 'week' | 'month' | 'last-month' | 'free';

/** Whole days, both included: "2026-03-28". */
export interface Days {
  from: string;
  to: string;
}

export interface Period extends Days {
  kind: PeriodKind;
}

const dayFormat = 'YYYY-MM-DD';
/** What the server sums up at most. */
const longestDays = 400;

/** "2026-03-28" where the market stands */
export function today(): string {
  return dayOf(serverNow());
}

export function periodOf(kind: Exclude<PeriodKind, 'free'>): Period {
  const now = dayjs(today());
  const at = (date: dayjs.Dayjs) => date.format(dayFormat);
  // Spanish weeks begin on Monday by the locale that dates.ts sets.
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
 * The first of the earlier days that a period is compared with: the same day a week before, the same days of the week or
 * the month before. Of dates that were typed, nothing: the days right before them.
 */
export function comparedFrom({ kind, from }: Period): string | undefined {
  if (kind === 'free') return undefined;
  const isMonth = kind === 'month' || kind === 'last-month';
  return dayjs(from)
    .subtract(1, isMonth ? 'month' : 'week')
    .format(dayFormat);
}

/** Why a period cannot be asked for, or nothing. */
export function periodFault({ from, to }: Period, longest = longestDays): string | undefined {
  if (from === '' || to === '' || from > to) return periodTexts.wrongOrder;
  return daysOf({ from, to }) > longest ? periodTexts.tooLong(longest) : undefined;
}

/** How many days, both ends included. */
export function daysOf({ from, to }: Days): number {
  return dayjs(to).diff(from, 'day') + 1;
}

/** From its first midnight to the midnight after its last day, where the market stands. */
export function instantsOf({ from, to }: Days): { from: string; to: string } {
  const midnight = (day: string) => new Date(startOfDayIn(marketTimeZone(), day)).toISOString();
  return { from: midnight(from), to: midnight(dayAfter(to)) };
}

export function periodText({ from, to }: Days): string {
  return periodTexts.between(dateText(from), dateText(to));
}

/** A day later or earlier. */
export function dayAfter(day: string, days = 1): string {
  return dayjs(day).add(days, 'day').format(dayFormat);
}

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
