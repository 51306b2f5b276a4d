import { expect, test } from 'vitest';
import { nextNote } from '#src/client/screens/top-up/use-cash.ts';

test.each([
  [0, 10_000],
  [7_500, 10_000],
  [10_000, 20_000],
  [20_000, 50_000],
  [50_000, 100_000],
  [99_950, 100_000],
  [100_000, 150_000],
  [120_000, 150_000],
  [150_000, 200_000],
])('a customer without change pays %i with %i', (amount, note) => {
  expect(nextNote(amount)).toBe(note);
});
