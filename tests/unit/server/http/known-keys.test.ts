import { expect, it } from 'vitest';
import { createKnownKeys } from '#src/server/http/throttle.ts';

it('remembers keys that succeeded before up to a number, most recently used first', () => {
  const known = createKnownKeys(2);
  for (const key of ['a', 'b', 'a', 'c']) known.add(key);
  expect(['a', 'b', 'c'].map((key) => known.has(key))).toEqual([true, false, true]);
});
