import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { isNothing, moved, type LedgerPlace } from './ledger-place.ts';

/**
 * A person receives the point's cash: counted exactly, less or more, in part or closing, with a figure of
 * another moment, without permission, or twice under one id.
 */
export const receipt = fc.record({
  act: fc.constant('receive' as const),
  by: fc.constantFrom(
    'GLOBAL_MARKET' as const,
    'GLOBAL_MARKET' as const,
    'other GLOBAL_MARKET' as const,
    'RECARGA' as const,
  ),
  off: fc.constantFrom(0, 0, -500, 700, -1_000_000),
  closes: fc.constantFrom('no' as const, 'now' as const, 'now' as const, 'stale' as const),
  answers: fc.constantFrom('POINT' as const, 'MARKET' as const, null),
  copies: fc.constantFrom(1, 2),
});
type Receipt = typeof receipt extends fc.Arbitrary<infer One> ? One : never;

/** Cash out of the till, and into the treasury; null where the receipt must be refused. */
function meant({ by, off, closes, answers }: Receipt, till: number): [number, number] | null {
  const received = Math.max(0, till + off);
  if (by !== 'GLOBAL_MARKET' || closes === 'stale' || (till === 0 && received === 0)) return null;
  if (closes === 'no') return received > till || received === 0 ? null : [received, received];
  if (received === till) return [till, till];
  if (answers === null) return null;
  const least = Math.min(received, till);
  if (answers === 'MARKET') return [till, received];
  return least === 0 ? null : [least, least];
}

export async function receiveCash(here: LedgerPlace, one: Receipt): Promise<void> {
  const before = await here.money();
  const { till } = before;
  const key = randomUUID();
  const body = {
    topUpPointId: here.place.market.ids['RECARGA'],
    received: Math.max(0, till + one.off),
    ...(one.closes === 'no'
      ? {}
      : {
          closes: {
            expected: one.closes === 'stale' ? till + 1 : till,
            ...(one.answers === null ? {} : { answers: one.answers }),
          },
        }),
  };
  const answers = await Promise.all(
    Array.from({ length: one.copies }, () => here.call(one.by, '/cash/receive', body, key)),
  );
  const movement = moved(before, await here.money());
  const sums = meant(one, till);
  const isDone = answers.map(({ status }) => status === 201);
  expect([body, isDone]).toEqual([body, answers.map(() => sums !== null)]);
  if (sums === null) expect(isNothing(movement), 'moved by a refused receipt').toBe(true);
  else {
    const [fromTill, toTreasury] = sums;
    const change = [0 - movement.till, 0 - movement.fromTreasury].map((sum) => sum + 0);
    expect(change).toEqual([fromTill, toTreasury]);
    const others = { ...movement, till: 0, fromTreasury: 0 };
    expect(isNothing(others), 'moved beside the cash').toBe(true);
  }
}
