import { describe, expect, it } from 'vitest';
import { decideSheetRows, printEnd, type SheetFacts } from '#src/extras/notebook/domain/sheet.ts';

describe('rows of a sheet', () => {
  const sheet = { kind: 'stalls', announced: { rows: 3, opening: 500 } } as const;
  const code = (own: Partial<NonNullable<SheetFacts['sheet']>> | null, fresh = { rows: 1, opening: 100 }) => {
    const facts = { sheet: own && { ...sheet, ...own }, came: { rows: 2, opening: 400 } };
    const decided = decideSheetRows({ kind: 'stalls', fresh }, facts);
    return decided.kind === 'refuse' ? decided.code : decided.kind;
  };

  it('are imported up to the announced number', () => {
    expect(code({})).toBe('post');
    expect(code({}, { rows: 2, opening: 0 })).toBe('WRONG_STATE');
    expect(code({}, { rows: 1, opening: 101 })).toBe('WRONG_STATE');
  });

  it('are refused for a sheet that is unknown, or of another kind', () => {
    expect(code(null)).toBe('NOT_FOUND');
    expect(code({ kind: 'customers' })).toBe('WRONG_STATE');
  });
});

it('prints the vouchers of a sheet for 24 hours', () => {
  expect(printEnd(new Date('2026-11-24T10:00:00Z'))).toEqual(new Date('2026-11-25T10:00:00Z'));
});
