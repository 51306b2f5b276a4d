import { expect, it } from 'vitest';
import { decideClearing } from '#src/operations/clearing/rule.ts';

const pair = (owed: number) => ({ debtor: 'one', creditor: 'other', owed });

it('pays a market up to the last peso of the debt', () => {
  expect(decideClearing({ amount: 900 }, pair(900))).toEqual({ kind: 'post', plan: { owedAfter: 0 } });
  expect(decideClearing({ amount: 901 }, pair(900))).toEqual({
    kind: 'refuse',
    code: 'MORE_THAN_OWED',
    left: 900,
  });
});

it('reports no debt when the creditor is the debtor', () => {
  for (const owed of [0, -500])
    expect(decideClearing({ amount: 1 }, pair(owed))).toMatchObject({ code: 'MORE_THAN_OWED', left: 0 });
});

it('refuses an unknown market, and one that pays itself', () => {
  expect(decideClearing({ amount: 1 }, null)).toMatchObject({ code: 'UNKNOWN_MARKET' });
  expect(decideClearing({ amount: 1 }, { debtor: 'one', creditor: 'one', owed: 5 })).toMatchObject({
    code: 'UNKNOWN_MARKET',
  });
});
