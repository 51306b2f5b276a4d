import { startOfDayIn } from './market-clock.ts';

const dayMs = 86_400_000;

/** "2026-03-28", the day of `at` in `timeZone`. */
export function dayOf(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
}

/** The day so many days later, or earlier. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** Days from `from` to `to`, both included; 0 or less when `to` comes first. */
export function countDays(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs + 1;
}

/** Midnight of the day that `now` is in, in `timeZone`. */
export function startOfToday(now: Date, timeZone: string): Date {
  return new Date(startOfDayIn(timeZone, dayOf(now, timeZone)));
}
