import fc from 'fast-check';
import { assignees } from '#src/contract/settlement/schemas.ts';

/** An index modulo the number of items, mostly of the newest. */
const place = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat(6) });
/** Share of the possible amount: a part, all of it, or more. */
const part = fc.constantFrom('part' as const, 'part' as const, 'all' as const, 'more' as const);
const staff = fc.constantFrom('stall' as const, 'market' as const);

const acts = {
  topUp: fc.record({
    act: fc.constant('topUp' as const),
    amount: fc.integer({ min: 1, max: 60_000 }),
    of: fc.nat(1),
  }),
  buy: fc.record({
    act: fc.constant('buy' as const),
    voucher: place,
    part,
    by: fc.constantFrom('stall' as const, 'holder' as const, 'journal' as const),
    /** The customer's row that the link names. */
    of: fc.nat(1),
  }),
  share: fc.record({ act: fc.constant('share' as const), vouchers: fc.tuple(place, place, place), part }),
  void: fc.record({ act: fc.constant('void' as const), sale: place, part, by: staff, isOfAll: fc.boolean() }),
  refund: fc.record({
    act: fc.constant('refund' as const),
    vouchers: fc.tuple(place, place),
    isOld: fc.constantFrom(false, false, true),
  }),
  reissue: fc.record({ act: fc.constant('reissue' as const), voucher: place }),
  join: fc.record({ act: fc.constant('join' as const), vouchers: fc.tuple(place, place) }),
  undo: fc.record({
    act: fc.constant('undo' as const),
    voucher: place,
    by: fc.constantFrom('point' as const, 'market' as const),
  }),
  payout: fc.record({
    act: fc.constant('payout' as const),
    part,
    fee: fc.constantFrom(0, 0, 1, 700),
    includesHeld: fc.boolean(),
  }),
  offline: fc.record({ act: fc.constant('offline' as const), voucher: place, part, of: fc.nat(1) }),
  assign: fc.record({ act: fc.constant('assign' as const), line: place, to: fc.constantFrom(...assignees) }),
  merge: fc.record({ act: fc.constant('merge' as const) }),
  liar: fc.record({
    act: fc.constant('liar' as const),
    voucher: place,
    other: place,
    lie: fc.constantFrom('none', 'amount', 'voucher', 'customer', 'long-ago', 'reference'),
  }),
  count: fc.record({ act: fc.constant('count' as const), missing: fc.constantFrom(0, 0, 500) }),
  night: fc.record({ act: fc.constant('night' as const) }),
} as const;

const step = fc.oneof(
  { weight: 2, arbitrary: acts.topUp },
  { weight: 6, arbitrary: acts.buy },
  { weight: 3, arbitrary: acts.share },
  { weight: 4, arbitrary: acts.void },
  { weight: 1, arbitrary: acts.refund },
  { weight: 1, arbitrary: acts.reissue },
  { weight: 2, arbitrary: acts.join },
  { weight: 2, arbitrary: acts.undo },
  { weight: 2, arbitrary: acts.payout },
  { weight: 4, arbitrary: acts.offline },
  { weight: 3, arbitrary: acts.assign },
  { weight: 1, arbitrary: acts.merge },
  { weight: 2, arbitrary: acts.liar },
  { weight: 1, arbitrary: acts.count },
  { weight: 1, arbitrary: acts.night },
);
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
export type StepOf<Act extends Step['act']> = Extract<Step, { act: Act }>;

/**
 * `copyAt`: the database is copied before this step, and restored after the last one; null for no restore.
 */
export type Sequence = { begin: [StepOf<'topUp'>, StepOf<'topUp'>]; steps: Step[]; copyAt: number | null };

/** `restores`: share of sequences with a restore. */
export function sequenceOf({ restores }: { restores: number }): fc.Arbitrary<Sequence> {
  const weight = Math.round(restores * 1_000);
  return fc.record({
    begin: fc.tuple(acts.topUp, acts.topUp),
    steps: fc.array(step, { minLength: 8, maxLength: 14, size: 'max' }),
    copyAt: fc.oneof(
      { weight: 1_000 - weight, arbitrary: fc.constant(null) },
      { weight, arbitrary: fc.nat(7) },
    ),
  });
}
