import fc from 'fast-check';
import type { Books } from './books.ts';
import type { LedgerPlace } from './ledger-place.ts';

/**
 * Index of an earlier step, counted from the newest, mostly small because later steps depend on recent ones.
 */
export const base = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(5) });

/** A way into the ledger that an extra adds. It judges the movements by the test's own books. */
export type ExtraStep = fc.Arbitrary<{
  act: 'extra';
  run: (here: LedgerPlace, books: Books) => Promise<void>;
}>;
