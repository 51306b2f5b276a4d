import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import { chosenOf, payLines, paySums } from '#src/extras/payouts/client/pay-many/pay-lines.ts';
import { toAmount } from '#src/protocol/brands.ts';

const balance = (estanteId: string, owed: number, withheld: number): StallBalance => ({
  estanteId,
  estanteName: estanteId,
  ownerName: 'Rosalba',
  owed: toAmount(owed),
  sold: toAmount(owed),
  voided: toAmount(0),
  paid: toAmount(700),
  withheld: toAmount(withheld),
  payment: { way: { kind: 'CASH' }, changedAt: null },
});

const balances = [
  balance('todo retenido', 9_000, 12_000),
  balance('nada', 0, 0),
  balance('debe', -5_000, 0),
  balance('poco', 4_000, 0),
  balance('parte', 30_000, 14_000),
];
const nowMs = Date.parse('2026-11-23T15:00:00Z');

describe('the list of a run', () => {
  const lines = payLines(balances, nowMs);

  it('has every stall with a balance, largest first, withheld ones last', () => {
    expect(lines.map(({ id, payable, paid }) => [id, payable, paid])).toEqual([
      ['parte', 16_000, 700],
      ['poco', 4_000, 700],
      ['todo retenido', 0, 700],
    ]);
  });

  it('sums the ticked rows, and shows what stays owed', () => {
    expect(paySums(lines, new Set())).toEqual({
      count: 2,
      total: 20_000,
      owed: 43_000,
      withheld: 23_000,
      left: 23_000,
    });
    expect(paySums(lines, new Set(['parte']))).toMatchObject({ count: 1, total: 4_000, left: 39_000 });
  });

  it('neither creates nor loses a peso', () => {
    const amount = fc.nat(200_000);
    const line = fc.record({ owed: amount, withheld: amount, out: fc.boolean() });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (rows) => {
        const list = rows.map(({ owed, withheld }, n) => balance(String(n), owed, withheld));
        const paid = payLines(list, nowMs);
        const out = new Set(rows.flatMap(({ out: isOut }, n) => (isOut ? [String(n)] : [])));
        const sums = paySums(paid, out);
        expect(sums.total + sums.left).toBe(sums.owed);
        for (const { payable } of chosenOf(paid, out)) expect(payable).toBeGreaterThan(0);
      }),
    );
  });
});
