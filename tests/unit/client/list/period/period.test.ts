import dayjs from 'dayjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  dayAfter,
  daysOf,
  instantsOf,
  periodFault,
  periodOf,
  periodText,
  today,
} from '#src/client/list/period/period.ts';
import { dateText, dateTimeText, isToday, timeText } from '#src/client/texts/written/dates.ts';
import { shortDayText } from '#src/client/texts/written/days.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function standAt(local: string): void {
  vi.setSystemTime(dayjs(local).toDate());
}

test('starts weeks on Monday, even when today is Sunday', () => {
  standAt('2026-11-22T10:00:00');
  expect(periodOf('week')).toEqual({ kind: 'week', from: '2026-11-16', to: '2026-11-22' });
  standAt('2026-11-23T00:30:00');
  expect(periodOf('week')).toEqual({ kind: 'week', from: '2026-11-23', to: '2026-11-23' });
});

test('makes yesterday one day, across the end of a month', () => {
  standAt('2026-03-01T08:00:00');
  expect(periodOf('yesterday')).toEqual({ kind: 'yesterday', from: '2026-02-28', to: '2026-02-28' });
  expect(periodOf('month')).toEqual({ kind: 'month', from: '2026-03-01', to: '2026-03-01' });
});

test('extends a period to the midnight after its last day', () => {
  const { from, to } = instantsOf({ from: '2026-11-20', to: '2026-11-21' });
  expect(dayjs(from).format('YYYY-MM-DD HH:mm')).toBe('2026-11-20 00:00');
  expect(dayjs(to).format('YYYY-MM-DD HH:mm')).toBe('2026-11-22 00:00');
});

test('rejects invalid, reversed or too distant dates', () => {
  const free = { kind: 'free' } as const;
  expect(periodFault({ ...free, from: '', to: '2026-11-21' })).toBeDefined();
  expect(periodFault({ ...free, from: '2026-11-22', to: '2026-11-21' })).toBeDefined();
  expect(periodFault({ ...free, from: '2025-01-01', to: '2026-11-21' })).toBeDefined();
  expect(periodFault({ ...free, from: '2026-11-21', to: '2026-11-21' })).toBeUndefined();
});

test('returns the next day and the day before', () => {
  expect(dayAfter('2026-12-31')).toBe('2027-01-01');
  expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28');
});

test('compares with a whole previous month, across the end of a year and in a leap year', () => {
  standAt('2026-01-15T10:00:00');
  expect(periodOf('last-month')).toEqual({ kind: 'last-month', from: '2025-12-01', to: '2025-12-31' });
  standAt('2028-03-31T10:00:00');
  expect(periodOf('last-month')).toEqual({ kind: 'last-month', from: '2028-02-01', to: '2028-02-29' });
});

test('includes both ends, and names a single day once', () => {
  expect(daysOf({ from: '2026-11-16', to: '2026-11-21' })).toBe(6);
  expect(periodText({ from: '2026-11-21', to: '2026-11-21' })).toBe('21/11/2026');
  expect(periodText({ from: '2026-11-16', to: '2026-11-21' })).toBe('16/11/2026 a 21/11/2026');
});

describe.each([
  ['whose clocks may change', ''],
  ['whose clocks never change', '-300'],
])('on a device in another zone than the market, %s', (_, offset) => {
  const zoneOfRunner = process.env['TZ'];
  beforeEach(() => {
    process.env['TZ'] = 'Asia/Tokyo';
    const zone = { content: 'America/Bogota' };
    vi.stubGlobal('document', {
      querySelector: (wanted: string) => (wanted.includes('time-zone') ? zone : { content: offset }),
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    if (zoneOfRunner === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zoneOfRunner;
  });

  test("takes today and a period's midnights from the market's time zone", () => {
    // Sunday 9 in the evening in Bogotá is Monday 11 in the morning in Tokyo.
    vi.setSystemTime('2026-11-23T02:00:00Z');
    expect(new Date().getHours()).toBe(11);
    expect(today()).toBe('2026-11-22');
    expect(periodOf('week')).toEqual({ kind: 'week', from: '2026-11-16', to: '2026-11-22' });
    expect(instantsOf(periodOf('today'))).toEqual({
      from: '2026-11-22T05:00:00.000Z',
      to: '2026-11-23T05:00:00.000Z',
    });
    expect(dayAfter('2026-11-22')).toBe('2026-11-23');
  });

  test("shows times in the market's zone, and days unchanged", () => {
    vi.setSystemTime('2026-11-23T02:00:00Z');
    expect(dateTimeText('2026-11-23T01:30:00Z')).toBe('22 de nov de 2026 20:30');
    expect(timeText('2026-11-23T01:30:00Z')).toBe('20:30');
    expect([isToday('2026-11-22T06:00:00Z'), isToday('2026-11-22T04:00:00Z')]).toEqual([true, false]);
    expect([dateText('2026-11-22'), shortDayText('2026-11-22')]).toEqual(['22/11/2026', 'Dom 22']);
    expect(dateText('nothing')).toBe('Fecha inválida');
  });
});
