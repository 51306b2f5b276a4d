import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  containing,
  InvalidCursor,
  readCursor,
  readSortedCursor,
  searchText,
  writeCursor,
  writeSortedCursor,
} from '#src/server/store/records/paging.ts';

const written = (text: string): string => Buffer.from(text).toString('base64url');
const id = '24684521-0000-4000-8000-000000000000';

describe('a cursor', () => {
  it('decodes what it encoded, by time and by text', () => {
    const at = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    const key = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(at, fc.uuid(), key, (moment, place, text) => {
        expect(readCursor(writeCursor({ at: moment, id: place }))).toEqual({ at: moment, id: place });
        expect(readSortedCursor(writeSortedCursor({ key: text, id: place }))).toEqual({
          key: text,
          id: place,
        });
      }),
    );
  });

  it('is the first page when absent', () => {
    expect([readCursor(undefined), readSortedCursor(undefined)]).toEqual([null, null]);
  });

  it.each([
    '',
    'hola',
    written('hola'),
    written(`2026-03-28T10:00:00.000Z ${id.slice(1)}`),
    written(`2026-99-99T10:00:00.000Z ${id}`),
    written(`0001-01-01T10:00:00.000Z ${id}`),
    written(`2026-03-28T10:00:00.000Z ${id}; drop table person`),
  ])('%j is none that this server wrote: the fault of who asks', (text) => {
    expect(() => readCursor(text)).toThrow(InvalidCursor);
  });

  it.each(['', written('hola'), written(`${id}x a`), written(`${id} a\u0000b`), written(id)])(
    'by text, %j is none either',
    (text) => {
      expect(() => readSortedCursor(text)).toThrow(InvalidCursor);
    },
  );

  it('never fails in any other way', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const read of [readCursor, readSortedCursor])
          try {
            expect(read(text)).toMatchObject({ id: expect.any(String) });
          } catch (error) {
            expect(error).toBeInstanceOf(InvalidCursor);
            expect(error).toMatchObject({ statusCode: 400 });
          }
      }),
    );
  });
});

describe('a search term', () => {
  it('matches without accents and in any case', () => {
    expect(searchText('Luz Marína', 'PEÑA', '24684521')).toBe('luz marina pena 24684521');
    expect(searchText('  Ünïcode ', '')).toBe('unicode');
  });

  it.each([
    ['50%', String.raw`%50\%%`],
    ['a_b', String.raw`%a\_b%`],
    [String.raw`c:\d`, String.raw`%c:\\d%`],
    ['', '%%'],
  ])('searches %j literally: %s', (typed, pattern) => {
    expect(containing(typed)).toBe(pattern);
  });
});
