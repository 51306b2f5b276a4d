import { startOfDayIn, wallClockIn } from '#src/domain/time/market-clock.ts';

/** Reads "2026-11-22 10:30" or "2026-11-22 10:30:15" as local time in `timeZone`. Throws a sentence. */
export function readMoment(text: string, timeZone: string): Date {
  const [, day, time, seconds = ':00'] =
    /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?$/.exec(text.trim()) ?? [];
  const wanted = `${day}T${time}${seconds}`;
  if (!day || !time || Number.isNaN(Date.parse(`${wanted}Z`)))
    throw new Error(
      `No se entiende "${text}". Escriba el día y la hora así: --to "2026-11-22 10:30", o --to fin.`,
    );
  const begin = startOfDayIn(timeZone, day);
  const guess = begin + Date.parse(`${wanted}Z`) - Date.parse(`${day}T00:00:00Z`);
  // Handles days with a clock change.
  const off = Date.parse(`${wanted}Z`) - Date.parse(`${wallClockIn(timeZone, guess)}Z`);
  return new Date(guess + off);
}

/** Returns "2026-11-22 10:30:15", the format that `readMoment` reads. */
export function sayMoment(at: Date, timeZone: string): string {
  return wallClockIn(timeZone, at.getTime()).replace('T', ' ');
}
