import { describe, expect, it } from 'vitest';
import { payLines, paySums } from '#src/client/screens/cash/pay-many/pay-lines.ts';
import { toAmount } from '#src/contract/brands.ts';
import type { StallBalance } from '#src/contract/markets/cash.ts';

const balance = (estanteId: string, owed: number, held: number): StallBalance => ({
  estanteId,
  estanteName: estanteId,
  ownerName: 'Rosalba',
  owed: toAmount(owed),
  sold: toAmount(owed),
  voided: toAmount(0),
  paid: toAmount(700),
  held: toAmount(held),
});

describe('who is paid at once', () => {
  const lines = payLines([
    balance('todo retenido', 9_000, 12_000),
    balance('nada', 0, 0),
    balance('debe', -5_000, 0),
    balance('poco', 4_000, 0),
    balance('parte', 30_000, 14_000),
  ]);

  it('is everybody who is owed something, most first, what is held back last', () => {
    expect(lines.map(({ id, payable, paid }) => [id, payable, paid])).toEqual([
      ['parte', 16_000, 700],
      ['poco', 4_000, 700],
      ['todo retenido', 0, 700],
    ]);
  });

  it('sums what is ticked, and says what stays owed', () => {
    expect(paySums(lines, new Set())).toEqual({
      count: 2,
      total: 20_000,
      owed: 43_000,
      held: 23_000,
      left: 23_000,
    });
    expect(paySums(lines, new Set(['parte']))).toMatchObject({ count: 1, total: 4_000, left: 39_000 });
  });
});
