type Release = { before: string; version: string; day: string; commit: string };

const unreleased = '## Unreleased\n';

/**
 * Returns CHANGELOG.md with the unreleased part under the heading of `version`. The heading names the tested
 * commit; the release commit only adds this. Throws when there is nothing to release, or no newer version.
 */
export function releasedChanges(changelog: string, { before, version, day, commit }: Release): string {
  if (!isNewer(version, before)) throw new Error(`${version || 'No version'} is not newer than ${before}.`);
  const [head, rest] = changelog.split(unreleased);
  if (head === undefined || rest === undefined)
    throw new Error('CHANGELOG.md has no part that is unreleased.');
  if (/^\s*(##|$)/.test(rest)) throw new Error('CHANGELOG.md says nothing of this release.');
  return `${head}${unreleased}\n## ${version}, ${day}, ${commit}\n${rest}`;
}

function isNewer(version: string, before: string): boolean {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return false;
  const [now, then] = [version, before].map((each) => each.split('.').map(Number));
  for (const [place, part] of (now ?? []).entries()) {
    const other = then?.[place] ?? 0;
    if (part !== other) return part > other;
  }
  return false;
}
