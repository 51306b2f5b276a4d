import { expectTypeOf, test } from 'vitest';
import { writeDecision } from '#src/server/store/records/decisions.ts';

type Written = Parameters<typeof writeDecision<object, { address: string; colour: string }>>[1]['after'];

test('a fact without a text does not compile, also in an object that was made elsewhere', () => {
  expectTypeOf<{ address: string; colour: string }>().not.toExtend<Written>();
  expectTypeOf<{ address: string }>().toExtend<
    Parameters<typeof writeDecision<object, { address: string }>>[1]['after']
  >();
});
