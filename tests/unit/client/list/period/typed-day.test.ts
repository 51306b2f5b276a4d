import { describe, expect, test } from 'vitest';
import { readDates, typedDay, withSlashes } from '#src/client/list/period/period.ts';

describe('dates typed by a person', () => {
  test.each([
    ['05/11/2026', '2026-11-05'],
    ['5/1/2026', '2026-01-05'],
    [' 29/02/2028 ', '2028-02-29'],
    ['29/02/2026', null],
    ['31/04/2026', null],
    ['11/21/2026', null],
    ['00/01/2026', null],
    ['2026-11-05', null],
    ['5/1/26', null],
    ['', null],
  ])('%s is %s', (text, day) => {
    expect(typedDay(text)).toBe(day);
  });

  test.each([
    ['0', '0'],
    ['05', '05'],
    ['0511', '05/11'],
    ['05112026', '05/11/2026'],
    ['05/11/20267', '05/11/2026'],
    ['5/1/2026', '5/1/2026'],
    ['5/', '5/'],
    ['ab05', '05'],
  ])('%s is shown as %s', (typed, shown) => {
    expect(withSlashes(typed)).toBe(shown);
  });

  test('returns a period, or the error of each end', () => {
    expect(readDates({ from: '01/11/2026', to: '21/11/2026' })).toEqual({
      days: { from: '2026-11-01', to: '2026-11-21' },
      errors: {},
    });
    expect(readDates({ from: '31/11/2026', to: '' }).errors).toEqual({
      from: 'Fecha inválida',
      to: 'Fecha inválida',
    });
    expect(readDates({ from: '02/11/2026', to: '01/11/2026' }).errors).toEqual({
      to: 'La fecha final va después de la inicial.',
    });
    expect(readDates({ from: '01/01/2026', to: '31/12/2026' }, 365).days).not.toBeNull();
    expect(readDates({ from: '01/01/2026', to: '31/12/2026' }, 364).errors).toEqual({
      to: 'Escoja como máximo 364 días.',
    });
  });
});
