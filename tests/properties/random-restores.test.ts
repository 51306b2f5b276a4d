import { describe, expect, it } from 'vitest';
import { holdSequences } from './random/hold-sequences.ts';
import { sequenceOf } from './random/steps.ts';

describe('random sequences of every kind, one in eight over a database that is restored', () => {
  it('leave the ledger equal to their answers, without audit findings', async () => {
    expect(await holdSequences(sequenceOf({ restores: 1 / 8 }), 100)).toEqual([]);
  }, 3_600_000);
});
