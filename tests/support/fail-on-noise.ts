import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Output to console.error or console.warn that a test did not expect fails that test. */
const spies = (['error', 'warn'] as const).map((method) => vi.spyOn(console, method));

beforeEach(() => {
  for (const spy of spies) spy.mockClear();
});

afterEach(() => {
  const noise = spies.flatMap((spy) => spy.mock.calls.map((call) => call.map(String).join(' ')));
  expect(noise, 'unexpected console noise').toEqual([]);
});
