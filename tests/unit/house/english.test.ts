import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesUnder } from '#scripts/checks/files-under.ts';

/** Phrases of an older manner of these comments. Name the actor, use a noun, or use the field's word. */
const phrases: readonly RegExp[] = [
  /^(?:Of|What|Whose|Who|How far)\b/g,
  /\b(?:some|no|any)body\b|\bwhoever\b/gi,
  /\bby (?:it|them)sel(?:f|ves)\b|\bof (?:its|their) own\b/g,
  /\bnull: /g,
  /\b(?:is|are|was|were) told\b|\bhears?\b|\bheard\b/g,
  /\b(?:stands?|stood|lies|lie|lay) in\b/g,
  /\bof (?:before|then)\b/g,
  /\bputs? back\b/g,
  /\bhand(?:ed|s)? out\b/g,
  /\bfor good\b|\bgood for\b/g,
  /\b(?:comes?|came|taken?|takes) off\b/g,
  /\bliars?\b/gi,
  /\blets? (?:\w+ )?go\b|\bhad its time\b/g,
  /\bbrought in\b|\bbrings? in\b/g,
  /\b(?:walk|walks|walked)\b/g,
  /\brooms?\b/g,
  /\bdeeds?\b/g,
  /\bfates?\b/g,
];

/** Only ever lower. The comments, titles of tests and pages of the product hold so many of them. */
const ceiling = 1;

/** Returns the sentences of comments and test titles, or of a page without its code. */
function sentencesIn(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.md'))
    return text
      .replace(/```[\s\S]*?```/g, '')
      .replace(/`[^`]*`/g, '')
      .split(/\n|(?<=[.!?]) /)
      .map((line) => line.replace(/^[\s|\-*>#\d.]+/, ''));
  const comments = [...text.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?<![:'"`\w/])\/\/ ?([^\n]*)/g)].flatMap(
    (match) =>
      (match[1] ?? match[2] ?? '')
        .replace(/\n\s*\*? ?/g, ' ')
        .replace(/`[^`]*`/g, '')
        .trim()
        .split(/(?<=[.!?])\s+/),
  );
  const titles = /\.test\.tsx?$/.test(path)
    ? [...text.matchAll(/\b(?:it|test|describe)(?:\.\w+)*\((['`])(.*?)\1/g)].map((match) => match[2] ?? '')
    : [];
  return [...comments, ...titles];
}

function countIn(path: string): number {
  return sentencesIn(path)
    .flatMap((sentence) => phrases.map((phrase) => sentence.match(phrase)?.length ?? 0))
    .reduce((sum, count) => sum + count, 0);
}

it('comments, titles and pages have no more phrases of the old manner than before', () => {
  const files = ['src', 'tests', 'lab', 'bench', 'scripts', 'docs']
    .flatMap((folder) => filesUnder(folder, /\.(?:tsx?|css|md)$/))
    .filter((path) => !path.endsWith('house/english.test.ts'))
    .concat('README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md');
  expect(files.length).toBeGreaterThan(1_500);
  const counts = files.map((path) => ({ path, count: countIn(path) }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const worst = counts.toSorted((one, other) => other.count - one.count).slice(0, 8);
  expect({ total, worst }).toEqual({ total: Math.min(total, ceiling), worst });
});
