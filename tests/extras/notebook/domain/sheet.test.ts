import { describe, expect, it } from 'vitest';
import {
  decideSheetRows,
  decideTakeBack,
  takeBackEnd,
  type SheetFacts,
} from '#src/extras/notebook/domain/sheet.ts';

describe('rows of a sheet', () => {
  const sheet = { kind: 'stalls', isTakenBack: false, announced: { rows: 3, opening: 500 } } as const;
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

  it('are refused for a sheet that is unknown, undone, or of another kind', () => {
    expect(code(null)).toBe('NOT_FOUND');
    expect(code({ isTakenBack: true })).toBe('SHEET_CLOSED');
    expect(code({ kind: 'customers' })).toBe('WRONG_STATE');
  });
});

describe('undoing a sheet', () => {
  const begunAt = new Date('2026-11-24T10:00:00Z');
  const end = new Date('2026-11-25T10:00:00Z');
  const late = new Date(end.getTime() + 1);

  it('starts within 24 hours, and its later steps follow at any time', () => {
    expect(takeBackEnd(begunAt)).toEqual(end);
    expect(decideTakeBack(end, { begunAt, isTakenBack: false })).toEqual({
      kind: 'post',
      plan: { isFirst: true },
    });
    expect(decideTakeBack(late, { begunAt, isTakenBack: false })).toMatchObject({ code: 'SHEET_CLOSED' });
    expect(decideTakeBack(late, { begunAt, isTakenBack: true })).toEqual({
      kind: 'post',
      plan: { isFirst: false },
    });
  });

  it('is refused when the market has no such sheet', () => {
    expect(decideTakeBack(end, null)).toMatchObject({ code: 'NOT_FOUND' });
  });
});
