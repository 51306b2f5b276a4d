import { expect, it } from 'vitest';
import { buildVersion } from '#scripts/release/build-version.ts';

it('names a build in the characters that a device may report', () => {
  expect(buildVersion()).toMatch(/^\d+\.\d+\.\d+(\+[0-9a-f]{7}(\.changed)?)?$/);
  expect(buildVersion().length).toBeLessThanOrEqual(40);
});
