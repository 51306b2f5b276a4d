import { describe, expect, it } from 'vitest';
import {
  maxOpeningOfCustomer,
  maxOpeningOfMarket,
  maxOpeningOfStall,
} from '#src/contract/operations/opening-limits.ts';
import { decideOpenings, type OpeningRow } from '#src/operations/opening/rule.ts';

const row = (subjectId: string, amount: number, to: OpeningRow['to'] = 'stall'): OpeningRow => ({
  subjectId,
  amount,
  to,
});
const decide = (rows: readonly OpeningRow[], standing = 0, people: readonly string[] = []) =>
  decideOpenings(rows, { standing, people: new Set(people) });

describe('openings', () => {
  it('are posted once per person', () => {
    expect(decide([row('a', 1), row('b', 1), row('a', 1)], 0, ['b'])).toEqual([
      'opens',
      'has-opening',
      'has-opening',
    ]);
  });

  it("stay within the market's limit to the peso, and a smaller one may follow", () => {
    const standing = maxOpeningOfMarket - 10;
    expect(decide([row('a', 10)], standing)).toEqual(['opens']);
    expect(decide([row('a', 11), row('b', 4), row('c', 7), row('d', 6)], standing)).toEqual([
      'over-limit',
      'opens',
      'over-limit',
      'opens',
    ]);
  });

  it('may follow later for a person whom the limit excluded', () => {
    expect(decide([row('a', 11), row('a', 10)], maxOpeningOfMarket - 10)).toEqual(['over-limit', 'opens']);
  });

  it('have a maximum for a stall and for a customer', () => {
    expect(decide([row('a', maxOpeningOfStall)])).toEqual(['opens']);
    expect(decide([row('a', maxOpeningOfStall + 1)])).toEqual(['over-limit']);
    expect(decide([row('a', maxOpeningOfCustomer, 'customer')])).toEqual(['opens']);
    expect(decide([row('a', maxOpeningOfCustomer + 1, 'customer')])).toEqual(['over-limit']);
  });
});
