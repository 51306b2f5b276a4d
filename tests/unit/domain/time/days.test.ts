import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, countDays, dayOf, dayStartIn, startOfToday } from '#src/domain/time/market-clock.ts';

const zones = [
  'America/Bogota',
  'America/New_York',
  'America/St_Johns',
  'Europe/Madrid',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'UTC',
];
const zone = fc.constantFrom(...zones);
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
const day = moment.map((at) => dayOf(at, 'UTC'));

describe("a market's days", () => {
  it('begin at its own midnight', () => {
    expect(dayOf(new Date('2026-03-28T04:59:59.999Z'), 'America/Bogota')).toBe('2026-03-27');
    expect(dayOf(new Date('2026-03-28T05:00:00Z'), 'America/Bogota')).toBe('2026-03-28');
    expect(startOfToday(new Date('2026-03-28T04:59:59Z'), 'America/Bogota').toISOString()).toBe(
      '2026-03-27T05:00:00.000Z',
    );
    expect(dayStartIn(new Date('2026-03-28T04:59:59Z'), 'America/Bogota')).toBe(5 * 3_600_000);
    expect(dayStartIn(new Date('2026-03-28T04:59:59Z'), 'UTC')).toBe(0);
  });

  it('begin once: the previous moment is in the previous day, in every zone and season', () => {
    fc.assert(
      fc.property(moment, zone, (now, timeZone) => {
        const start = startOfToday(now, timeZone);
        expect(start.getTime()).toBeLessThanOrEqual(now.getTime());
        expect(dayOf(start, timeZone)).toBe(dayOf(now, timeZone));
        expect(dayOf(new Date(start.getTime() - 1), timeZone)).not.toBe(dayOf(now, timeZone));
      }),
    );
  });

  it('last 23 and 25 hours at a clock change', () => {
    const lengthOf = (today: string): number => {
      const noon = (text: string): Date => startOfToday(new Date(`${text}T17:00:00Z`), 'America/New_York');
      return (noon(addDays(today, 1)).getTime() - noon(today).getTime()) / 3_600_000;
    };
    expect(['2026-03-07', '2026-03-08', '2026-11-01', '2026-11-02'].map(lengthOf)).toEqual([24, 23, 25, 24]);
  });

  it('are counted inclusively, and counting them leads to the last', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -800, max: 800 }), (from, count) => {
        const to = addDays(from, count);
        expect(countDays(from, to)).toBe(count + 1);
        expect(addDays(to, -count)).toBe(from);
      }),
    );
  });

  it('cross the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect([countDays('2026-03-28', '2026-03-28'), countDays('2026-03-28', '2026-03-27')]).toEqual([1, 0]);
  });
});
