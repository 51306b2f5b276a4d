import { expect, test } from 'vitest';
import { flowOf, sidesOf, totalAfter } from '#src/client/screens/cash/balance-sheet.ts';
import { answerTo } from '#src/client/screens/cash/receive/consequence.ts';
import type { DayAccount, DayClose } from '#src/contract/cash/schemas.ts';
import { toAmount } from '#src/protocol/brands.ts';

/**
 * 50,000 topped up; 12,000 spent, of which 2,000 was voided; 4,000 paid to the stall; the till 1,000 short.
 */
const accounts: DayAccount[] = [
  account('cash', -10_000, { 'top-up': [1, -50_000], 'cash-received': [1, 60_000] }, 0),
  account('treasury', 0, { 'cash-received': [1, -59_000], payout: [1, 4_000] }, -55_000),
  account('cash-difference', 0, { 'cash-received': [1, -1_000] }, -1_000),
  account('voucher', 10_000, { 'top-up': [1, 50_000], purchase: [2, -12_000], void: [1, 2_000] }, 50_000),
  account('stall', 0, { purchase: [2, 12_000], void: [1, -2_000], payout: [1, -4_000] }, 6_000),
];

type Changes = Record<string, [count: number, total: number]>;

function account(name: DayAccount['account'], before: number, changes: Changes, after: number) {
  const rows = Object.entries(changes).map(([movement, [count, total]]) => ({ movement, count, total }));
  return { account: name, before, changes: rows, after } as DayAccount;
}

const close: DayClose = {
  day: '2026-11-21',
  accounts,
  sum: toAmount(0),
  addsUp: true,
  tills: [],
  devices: [],
  closedAt: null,
  closedBy: '',
  later: [],
};

test('both sides of a day that adds up have the same total', () => {
  const { held, owed } = sidesOf(accounts);
  expect(held.map(({ account }) => account)).toEqual(['cash', 'treasury', 'cash-difference']);
  expect(totalAfter(held)).toBe(56_000);
  expect(totalAfter(owed)).toBe(56_000);
});

test('held accounts are shown with their sign reversed, and nothing is -0', () => {
  const [cash] = sidesOf(accounts).held;
  expect(cash).toMatchObject({ before: 10_000, after: 0 });
  expect(Object.is(cash?.after, 0)).toBe(true);
  expect(cash?.changes[0]?.total).toBe(50_000);
});

test('cash taken equals top-ups, which are spent or outstanding', () => {
  const flow = flowOf(close);
  expect(flow).toEqual({
    cashTaken: 50_000,
    toppedUp: 50_000,
    before: 10_000,
    openings: 0,
    rewards: 0,
    spent: 10_000,
    refunded: 0,
    undone: 0,
    expired: 0,
    outstanding: 50_000,
  });
  expect(flow.before + flow.toppedUp + flow.rewards - flow.spent - flow.expired).toBe(flow.outstanding);
});

test('asks again who answers for a difference once the count or the till has changed', () => {
  const chosen = { answer: 'POINT', difference: -2_000 } as const;
  expect(answerTo({ counted: 78_000, expected: 80_000 }, chosen)).toBe('POINT');
  expect(answerTo({ counted: 78_000, expected: 130_000 }, chosen)).toBeNull();
});
