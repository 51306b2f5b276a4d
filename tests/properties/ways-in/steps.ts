import fc from 'fast-check';
import { assignees } from '#src/contract/conflicts/schemas.ts';
import { envelopeKinds } from '#src/operations/envelopes.ts';

/**
 * Index of an earlier step, counted from the newest, mostly small because later steps depend on recent ones.
 */
const base = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(5) });
import { receipt } from './cash.ts';

const after = fc.constantFrom('nothing' as const, 'payout' as const, 'count' as const, 'night' as const);
/** Calls by a person, and later events. */
const honest = fc.oneof(
  fc.record({ act: fc.constant('top-up' as const), amount: fc.integer({ min: 1, max: 45_000 }), after }),
  fc.record({
    act: fc.constant('sale' as const),
    voucher: base,
    part: fc.constantFrom(1, 2, 3),
    by: fc.constantFrom('call' as const, 'journal' as const),
    after,
  }),
);
/** One false field. */
const lies = [
  'none',
  'amount',
  'voucher',
  'customer',
  'long-ago',
  'in-hours',
  'clock',
  'known-id',
  'reference',
  'operator',
  'stall',
  'number',
] as const;
/** Operations with an impossible time move nothing. */
export const judgedByTime: ReadonlySet<string> = new Set(['acceptance', 'withdrawal', 'top-up-void']);
const waysIn = ['alone', 'session', 'neighbour', 'twice', 'ahead', 'rescue'] as const;
const attack = fc.record({
  act: fc.constant('attack' as const),
  kind: fc.constantFrom(...envelopeKinds),
  lie: fc.oneof(
    { weight: 1, arbitrary: fc.constant('none' as const) },
    { weight: 2, arbitrary: fc.constantFrom(...lies) },
  ),
  way: fc.constantFrom(...waysIn),
  of: base,
  other: base,
  /** A manager's immediate decision when it is set aside. */
  decidedAs: fc.constantFrom(null, ...assignees),
});
/**
 * A line of the market's list is decided: by its manager once or twice, without permission, or after an
 * earlier decision.
 */
const decision = fc.record({
  act: fc.constant('decide' as const),
  to: fc.constantFrom(...assignees),
  by: fc.constantFrom(
    'manager' as const,
    'manager' as const,
    'twice' as const,
    'other' as const,
    'stall' as const,
  ),
  isResolved: fc.constantFrom(false, false, false, true),
  of: base,
});
const step = fc.oneof(
  { weight: 4, arbitrary: honest },
  { weight: 6, arbitrary: attack },
  { weight: 2, arbitrary: decision },
  { weight: 1, arbitrary: receipt },
);
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
export type Attack = Extract<Step, { act: 'attack' }>;
export type Decided = Extract<Step, { act: 'decide' }>;

/**
 * How operations since a copy arrive again: by their devices with their seals, or before that as old requests
 * or in a rescue file.
 */
const redeliveries = ['own', 'old-request', 'rescue', 'rescue-with-seals'] as const;
export type Redelivery = (typeof redeliveries)[number];

/** A day, with a copy of the database at some moment, which is restored at the end. */
export const day = fc.record({
  steps: fc.array(step, { minLength: 10, maxLength: 16, size: 'max' }),
  copyAt: fc.nat(9),
  redelivery: fc.constantFrom(...redeliveries),
});
