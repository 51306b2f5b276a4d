import {
  maxOpeningOfCustomer,
  maxOpeningOfMarket,
  maxOpeningOfStall,
} from '#src/contract/operations/opening-limits.ts';
import type { Pesos, Amount, MarketId } from '#src/protocol/brands.ts';
import type { Transfer } from '../transfer.ts';

/** A balance that was owed before. */
export type OpeningMovement = {
  transfers: Transfer<'opening', 'stall' | 'voucher'>;
  detail: { accountId: string; personId: string; marketId: MarketId; amount: Amount };
};

/** An opening balance as stated, smallest unit shown. */
export type OpeningRow = { subjectId: string; amount: Pesos; to: 'stall' | 'customer' };

export type OpeningFacts = {
  /** Sum of the market's openings less voided ones, smallest unit shown. */
  standing: Pesos;
  /** Subjects that already have an opening of this market. */
  people: ReadonlySet<string>;
};

/** `opens`: the opening is posted. The others give the reason why not. */
export type OpeningStatus = 'opens' | 'has-opening' | 'over-limit';

const maxOpeningOf: Readonly<Record<OpeningRow['to'], Pesos>> = {
  stall: maxOpeningOfStall,
  customer: maxOpeningOfCustomer,
};

/** Decides rows in order: each person gets one opening, and the total stays within the market's limit. */
export function decideOpenings(
  rows: readonly OpeningRow[],
  { standing, people }: OpeningFacts,
): OpeningStatus[] {
  let sum: number = standing;
  const opened = new Set(people);
  return rows.map(({ subjectId, amount, to }) => {
    if (opened.has(subjectId)) return 'has-opening';
    if (amount > maxOpeningOf[to] || sum + amount > maxOpeningOfMarket) return 'over-limit';
    sum += amount;
    opened.add(subjectId);
    return 'opens';
  });
}
