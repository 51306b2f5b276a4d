import { expect, it } from 'vitest';
import { buildVersion } from '#scripts/release/build-version.ts';
import { releasedChanges } from '#scripts/release/released-changes.ts';

const text = `# Changes\n\n## Unreleased\n- New.\n\n## 0.9.1, 2026-11-23, ${'b'.repeat(40)}\n- Old.\n`;
const release = { before: '0.9.1', version: '0.10.0', day: '2026-12-01', commit: 'a'.repeat(40) };

it('puts unreleased changes under its version, day and commit', () => {
  const changes = releasedChanges(text, release);
  expect(changes).toContain(`## Unreleased\n\n## 0.10.0, 2026-12-01, ${'a'.repeat(40)}\n- New.\n\n## 0.9.1`);
});

it('releases nothing twice, and only recorded changes', () => {
  for (const version of ['0.9.1', '0.9.0', '', 'v1.0.0', '1.0'])
    expect(() => releasedChanges(text, { ...release, version })).toThrow('is not newer');
  expect(() => releasedChanges(releasedChanges(text, release), { ...release, version: '1.0.0' })).toThrow(
    'says nothing',
  );
});

it('names a build in the characters that a device may report', () => {
  expect(buildVersion()).toMatch(/^\d+\.\d+\.\d+(\+[0-9a-f]{7}(\.changed)?)?$/);
  expect(buildVersion().length).toBeLessThanOrEqual(40);
});
