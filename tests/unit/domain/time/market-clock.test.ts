import { describe, expect, test, vi } from 'vitest';
import { fixedOffsetOf, startOfDayIn, wallClockAhead, wallClockIn } from '#src/domain/time/market-clock.ts';

const at = (instant: string) => Date.parse(instant);
const startOf = (zone: string, day: string) => new Date(startOfDayIn(zone, day)).toISOString();

test("returns a place's wall clock, with its own day", () => {
  expect(wallClockIn('America/Bogota', at('2026-11-22T03:05:09Z'))).toBe('2026-11-21T22:05:09');
  expect(wallClockIn('Asia/Tokyo', at('2026-11-21T15:00:00Z'))).toBe('2026-11-22T00:00:00');
  expect(wallClockIn('UTC', at('2026-01-01T00:00:00Z'))).toBe('2026-01-01T00:00:00');
  expect(wallClockIn('UTC', at('0999-01-01T00:00:00Z'))).toBe('0999-01-01T00:00:00');
});

test('returns the wall clock of a place not used before', async () => {
  vi.resetModules();
  const fresh = await import('#src/domain/time/market-clock.ts');
  expect(fresh.wallClockIn('America/Bogota', at('2026-01-02T05:04:03Z'))).toBe('2026-01-02T00:04:03');
  expect(fresh.wallClockIn('America/Bogota', at('2026-11-02T04:59:59Z'))).toBe('2026-11-01T23:59:59');
});

test('an offset gives the same result where clocks never change', () => {
  expect(fixedOffsetOf('America/Bogota', 2020, 2036)).toBe(-300);
  expect(fixedOffsetOf('Asia/Kathmandu', 2020, 2036)).toBe(345);
  expect(fixedOffsetOf('Europe/Madrid', 2020, 2036)).toBeNull();
  expect(fixedOffsetOf('Africa/Juba', 2019, 2020)).toBe(180);
  expect(fixedOffsetOf('Africa/Juba', 2020, 2021), 'in the last of the years').toBeNull();
  expect(fixedOffsetOf('America/Asuncion', 2023, 2026), 'ended its summer time in 2024').toBeNull();
  for (const instant of ['2026-11-22T03:05:09Z', '2027-01-01T04:59:59.999Z', '2028-02-29T05:00:00Z'])
    expect(wallClockAhead(-300, at(instant))).toBe(wallClockIn('America/Bogota', at(instant)));
});

describe('a day begins', () => {
  test.each([
    ['five hours after UTC', 'America/Bogota', '2026-11-21', '2026-11-21T05:00:00.000Z'],
    ['the day before in UTC', 'Asia/Tokyo', '2026-11-21', '2026-11-20T15:00:00.000Z'],
    ['by half hours', 'Asia/Kathmandu', '2026-11-21', '2026-11-20T18:15:00.000Z'],
    ['before the clocks go forward', 'Europe/Madrid', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['after they went forward', 'Europe/Madrid', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['before they go back', 'America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    [
      'at the later midnight where there are two',
      'America/Asuncion',
      '2024-03-24',
      '2024-03-24T04:00:00.000Z',
    ],
    [
      'where the last hour of the day before is skipped',
      'America/Nuuk',
      '2026-03-29',
      '2026-03-29T01:00:00.000Z',
    ],
    ['at one where midnight is skipped', 'America/Asuncion', '2023-10-01', '2023-10-01T04:00:00.000Z'],
  ])('%s', (_, zone, day, instant) => {
    expect(startOf(zone, day)).toBe(instant);
    expect(wallClockIn(zone, startOfDayIn(zone, day)).slice(0, 10)).toBe(day);
    expect(wallClockIn(zone, startOfDayIn(zone, day) - 1).slice(0, 10) < day).toBe(true);
  });
});
