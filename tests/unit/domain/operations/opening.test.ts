import { describe, expect, it } from 'vitest';
import {
  maxOpeningOfCustomer,
  maxOpeningOfMarket,
  maxOpeningOfStall,
} from '#src/contract/sheets/sheet-limits.ts';
import {
  decideOpenings,
  decideSheetRows,
  type OpeningRow,
  type SheetFacts,
} from '#src/domain/operations/opening.ts';

const row = (subjectId: string, amount: number, to: OpeningRow['to'] = 'stall'): OpeningRow => ({
  subjectId,
  amount,
  to,
});
const decide = (rows: readonly OpeningRow[], standing = 0, people: readonly string[] = []) =>
  decideOpenings(rows, { standing, people: new Set(people) });

describe('openings', () => {
  it('are posted once to a person', () => {
    expect(decide([row('a', 1), row('b', 1), row('a', 1)], 0, ['b'])).toEqual([
      'opens',
      'has-opening',
      'has-opening',
    ]);
  });

  it('stay within what the market may stand for, to the peso, and a smaller one may follow', () => {
    const standing = maxOpeningOfMarket - 10;
    expect(decide([row('a', 10)], standing)).toEqual(['opens']);
    expect(decide([row('a', 11), row('b', 4), row('c', 7), row('d', 6)], standing)).toEqual([
      'over-limit',
      'opens',
      'over-limit',
      'opens',
    ]);
  });

  it('leave a person whom the limit kept out without one', () => {
    expect(decide([row('a', 11), row('a', 10)], maxOpeningOfMarket - 10)).toEqual(['over-limit', 'opens']);
  });

  it('have a largest amount for a stall and for a customer', () => {
    expect(decide([row('a', maxOpeningOfStall)])).toEqual(['opens']);
    expect(decide([row('a', maxOpeningOfStall + 1)])).toEqual(['over-limit']);
    expect(decide([row('a', maxOpeningOfCustomer, 'customer')])).toEqual(['opens']);
    expect(decide([row('a', maxOpeningOfCustomer + 1, 'customer')])).toEqual(['over-limit']);
  });
});

describe('rows of a sheet', () => {
  const sheet = { kind: 'stalls', isTakenBack: false, announced: { rows: 3, opening: 500 } } as const;
  const code = (own: Partial<NonNullable<SheetFacts['sheet']>> | null, fresh = { rows: 1, opening: 100 }) => {
    const facts = { sheet: own && { ...sheet, ...own }, came: { rows: 2, opening: 400 } };
    const decided = decideSheetRows({ kind: 'stalls', fresh }, facts);
    return decided.kind === 'refuse' ? decided.code : decided.kind;
  };

  it('come in up to what was announced', () => {
    expect(code({})).toBe('post');
    expect(code({}, { rows: 2, opening: 0 })).toBe('WRONG_STATE');
    expect(code({}, { rows: 1, opening: 101 })).toBe('WRONG_STATE');
  });

  it('stay out of a sheet that is unknown, was taken back, or is of another kind', () => {
    expect(code(null)).toBe('NOT_FOUND');
    expect(code({ isTakenBack: true })).toBe('SHEET_CLOSED');
    expect(code({ kind: 'customers' })).toBe('WRONG_STATE');
  });
});
