import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs } from '#src/client/sync/due.ts';

describe('waiting before the next attempt', () => {
  it('lies between 2 s and 5 min, grows with the attempts, and never undercuts the server', () => {
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
