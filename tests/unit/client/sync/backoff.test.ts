import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askAgainMs, backoffMs, isDue } from '#src/client/sync/due.ts';

describe('the wait before the next attempt', () => {
  it("is between 2 s and 5 min, grows with the attempts, and is never shorter than the server's request", () => {
    fc.assert(
      fc.property(
        fc.nat(1_000),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.option(fc.nat(3_600_000), { nil: undefined }),
        (attempts, random, retryAfterMs) => {
          const wait = backoffMs(attempts, random, retryAfterMs);
          expect(wait).toBeGreaterThanOrEqual(Math.max(2_000, retryAfterMs ?? 0));
          expect(wait).toBeLessThanOrEqual(Math.max(300_000, retryAfterMs ?? 0));
          expect(backoffMs(attempts + 1, random, undefined)).toBeGreaterThanOrEqual(
            backoffMs(attempts, random, undefined),
          );
        },
      ),
    );
  });
});

describe('when something is due', () => {
  const now = 1_000_000_000;
  it.each([
    [now, true],
    [now - 5, true],
    [now + 1, false],
    [now + 3_600_000, false],
    [now + 3_600_001, true],
  ])('by a clock at 1,000,000,000 an operation waiting until %i: %s', (nextAttemptAt, due) => {
    expect(isDue({ nextAttemptAt }, now)).toBe(due);
  });

  it("a top-up is queried every minute, a person's decision every ten", () => {
    expect([askAgainMs('waiting-top-up'), askAgainMs('in-review')]).toEqual([60_000, 600_000]);
  });

  it('is a whole number of ms, doubled each time, up to five minutes', () => {
    expect([0, 1, 2, 3, 20, 21, 30].map((attempts) => backoffMs(attempts, 0.9999, undefined))).toEqual([
      2_000, 4_000, 7_999, 15_999, 299_970, 299_970, 299_970,
    ]);
  });
});
