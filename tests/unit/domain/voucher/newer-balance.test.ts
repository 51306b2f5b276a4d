import { describe, expect, it } from 'vitest';
import { newerBalance } from '#src/domain/voucher/newer-balance.ts';

const at = (asOf: number, balance: number) => ({ asOf, balance });

describe('the newer of two balances', () => {
  it('is the one reported later, in any order', () => {
    expect(newerBalance(at(1, 9), at(2, 50))).toEqual(at(2, 50));
    expect(newerBalance(at(2, 50), at(1, 9))).toEqual(at(2, 50));
  });

  it('is the smaller one of the same moment', () => {
    expect(newerBalance(at(1, 9), at(1, 50))).toEqual(at(1, 9));
    expect(newerBalance(at(1, 50), at(1, 9))).toEqual(at(1, 9));
  });

  it('is the smaller one while they may not include one another', () => {
    expect(newerBalance(at(100, 50), at(1, 9), 100)).toEqual(at(1, 9));
    expect(newerBalance(at(101, 50), at(1, 9), 100)).toEqual(at(101, 50));
  });
});
