import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstIdOf, uuidV7 } from '#src/server/ledger/ids.ts';

const at = Date.UTC(2026, 10, 23, 12);

/** Places where an id is not greater than the previous one. */
const disorder = (made: readonly string[]): number =>
  made.filter((id, n) => n > 0 && id <= (made[n - 1] ?? '')).length;

it('ids of one millisecond keep their order, as recorded in a batch', () => {
  const made = Array.from({ length: 10_000 }, () => uuidV7(at));
  expect(disorder(made)).toBe(0);
  for (const id of made)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('ids of interleaved requests keep their order, whatever moment each request started at', () => {
  const requests = fc.array(fc.tuple(fc.nat(3_000), fc.integer({ min: 1, max: 300 })), { maxLength: 40 });
  fc.assert(
    fc.property(requests, (all) => {
      const made = all.flatMap(([late, count]) =>
        Array.from({ length: count }, () => uuidV7(at + 60_000 + late)),
      );
      expect(disorder(made)).toBe(0);
    }),
  );
});

it('ids are at their time, and those of a much earlier or later time do not follow the last one', () => {
  for (const time of [at + 3_600_000, at, at - 86_400_000, at]) {
    const id = uuidV7(time);
    expect(id > firstIdOf(time)).toBe(true);
    expect(id < firstIdOf(time + 1)).toBe(true);
  }
});
