import fc from 'fast-check';
import { envelopeKinds } from '#src/contract/devices/envelope.ts';

/** How many ago; mostly one of the newest, because what follows upon something decides most. */
const base = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(5) });
const after = fc.constantFrom('nothing' as const, 'payout' as const, 'count' as const, 'night' as const);
/** What a person does by a call, and what happens afterwards. */
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
/** One field that is not what it should be. */
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
/** What cannot have happened when it says moves nothing. */
export const judgedByTime: ReadonlySet<string> = new Set(['acceptance', 'withdrawal', 'void', 'top-up-void']);
const waysIn = ['alone', 'session', 'neighbour', 'twice', 'ahead'] as const;
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
});
export const step = fc.oneof({ weight: 4, arbitrary: honest }, { weight: 6, arbitrary: attack });
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
export type Attack = Extract<Step, { act: 'attack' }>;
