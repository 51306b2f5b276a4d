import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const maxAgeDays = 14;
const dayMs = 86_400_000;

type Section = { title: string; text: string };

function sectionsOf(page: string): Section[] {
  return page
    .split('\n## ')
    .slice(1)
    .map((text) => ({ title: text.split('\n', 1)[0] ?? '', text }));
}

/** Returns the fault of a section: no day, no commit, or a day too long before the newest release. */
function faultOf({ title, text }: Section, newest: string): string[] {
  const day = /20\d\d-\d\d-\d\d/.exec(text)?.[0];
  if (!day) return [`${title}: no day`];
  if (!/\b(commit|after) [0-9a-f]{7,}\b/.test(text)) return [`${title}: no commit`];
  const age = (Date.parse(newest) - Date.parse(day)) / dayMs;
  return age > maxAgeDays ? [`${title}: ${age} days older than the newest release`] : [];
}

/** Days of the releases. */
const released = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## \S+, (20\d\d-\d\d-\d\d)/gm)].map(
  ([, day]) => day ?? '',
);

describe('the evidence', () => {
  it(`names its commit and is at most ${maxAgeDays} days older than the newest release`, () => {
    const newest = released.toSorted().at(-1) ?? '';
    expect(newest).not.toBe('');
    const faults = sectionsOf(readFileSync('docs/evidence.md', 'utf8')).flatMap((one) =>
      faultOf(one, newest),
    );
    expect(faults).toEqual([]);
  });

  it('is reported when too old, or without a day or a commit', () => {
    const page = (line: string): Section[] => sectionsOf(`# Evidence\n\n## Runs\n\n${line}\n`);
    const faults = ['2026-11-01, commit 970fc71', 'commit 970fc71', '2026-11-15'].flatMap((line) =>
      page(line).flatMap((one) => faultOf(one, '2026-11-16')),
    );
    expect(faults).toEqual([
      'Runs: 15 days older than the newest release',
      'Runs: no day',
      'Runs: no commit',
    ]);
  });
});
