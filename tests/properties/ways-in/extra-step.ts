import fc from 'fast-check';
import type { Books } from './books.ts';
import type { LedgerPlace } from './ledger-place.ts';

/** Index of an earlier step, counted from the newest; mostly one of the newest, on which most others depend. */
export const base = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(5) });

/** A way in to the money that an extra adds; it judges by the test's own books what moved. */
export type ExtraStep = fc.Arbitrary<{
  act: 'extra';
  run: (here: LedgerPlace, books: Books) => Promise<void>;
}>;
