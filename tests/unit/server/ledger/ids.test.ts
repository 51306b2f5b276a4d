import { expect, it } from 'vitest';
import { firstIdOf, uuidV7 } from '#src/server/ledger/ids.ts';

const at = Date.UTC(2026, 10, 23, 12);

it('ids of one millisecond are in the order they were made in, as a batch records them', () => {
  const made = Array.from({ length: 1_000 }, () => uuidV7(at));
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
  for (const id of made)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('ids of different times are in the order of these, whatever was made when', () => {
  const [late, early, later] = [uuidV7(at + 1), uuidV7(at), uuidV7(at + 2)];
  expect([late, early, later].toSorted()).toEqual([early, late, later]);
  expect(uuidV7(at) > firstIdOf(at)).toBe(true);
  expect(uuidV7(at) < firstIdOf(at + 1)).toBe(true);
});
