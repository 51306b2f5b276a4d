import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/checks/files-under.ts';

const sources = ['src', 'tests', 'lab', 'scripts', 'bench'].flatMap((folder) =>
  filesUnder(folder, /\.tsx?$/),
);
/** Old decisions keep the names of their time. */
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...filesUnder('docs', /\.md$/),
  ...filesUnder('src/extras', /\.md$/),
].filter((page) => !page.includes('/decisions/'));

const decisions = filesUnder('docs/decisions', /\.md$/);

/** Paths in backticks: of a file, whole or from some folder on; of a folder under src. */
function pathsIn(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/`([\w./-]+)`/g)].map((match) => match[1] ?? '');
}

function isThere(path: string): boolean {
  if (/\.tsx?$/.test(path)) return sources.some((source) => source === path || source.endsWith(`/${path}`));
  return existsSync(path) || existsSync(join('src', path));
}

/** Tests are cited from `tests/` on without their ending, the simulator's judges from `lab/` on. */
const testFolders =
  /^(?:tests\/)?(?:slices|e2e|disasters|campaign|matrix|properties|unit|extras|simulation)\//;

/** Returns whether the cited test exists; tests of a removed extra count as there. */
function isTest(cited: string): boolean {
  const path = cited.replace(/^tests\//, '');
  const extra = /^extras\/([\w-]+)/.exec(path)?.[1];
  if (extra !== undefined && !existsSync(`src/extras/${extra}`)) return true;
  return [`tests/${path}`, `lab/${path}`].some((place) =>
    ['', '.test.ts', '.test.tsx'].some((ending) => existsSync(`${place}${ending}`)),
  );
}

/** Returns the source files and pages that a file's comments name. */
function pathsInComments(source: string): string[] {
  const text = readFileSync(source, 'utf8');
  const comments = [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w/])\/\/[^\n]*/g)].map(
    ([comment]) => comment,
  );
  return comments.flatMap((comment) =>
    [...comment.matchAll(/(?<![\w./-])([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|md|sql))\b/g)].map(
      (match) => match[1] ?? '',
    ),
  );
}

describe('the documents', () => {
  it.each(pages)('%s names existing files', (page) => {
    const named = pathsIn(page).filter((path) => /\.tsx?$/.test(path) || /^(src|server|client)\//.test(path));
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  it.each([...pages, ...decisions, 'lab/README.md'])('%s names commands that exist', (page) => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
    const named = [...readFileSync(page, 'utf8').matchAll(/npm run ([\w:]+)/g)].map(
      (match) => match[1] ?? '',
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it.each([...pages, ...decisions])('%s has no broken links', (page) => {
    const linked = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)/g)].map((match) => match[1] ?? '');
    const own = linked.filter((link) => !/^[a-z]+:/.test(link));
    expect(own.filter((link) => !existsSync(normalize(join(dirname(page), link))))).toEqual([]);
  });

  it.each(['README.md', 'docs/security.md', 'docs/asvs.md', 'docs/limits.md'])(
    '%s names tests that exist beside its claims',
    (page) => {
      const tests = pathsIn(page).filter((path) => testFolders.test(path));
      expect(tests.length).toBeGreaterThan(2);
      expect(tests.filter((path) => !isTest(path))).toEqual([]);
    },
  );

  it('name a test of each gain by words of its title', () => {
    const gains = readFileSync('docs/security.md', 'utf8').split('## Gains')[1]?.split('\n- ')[0] ?? '';
    const named = [...gains.matchAll(/`(slices\/[\w-]+)`: ([^;|]+)/g)];
    expect(named.length).toBeGreaterThan(15);
    const missing = named.filter(([, file, words = '']) => {
      const test = readFileSync(`tests/${file}.test.ts`, 'utf8').replaceAll(/\s+/g, ' ');
      return !test.includes(words.trim());
    });
    expect(missing.map(([whole]) => whole)).toEqual([]);
  });

  it('list every decision in their index, and state it in twenty lines under the same headings', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8');
    const listed = decisions.filter((page) => !page.endsWith('README.md'));
    expect(listed.length).toBeGreaterThan(20);
    const wrong = listed.filter((page) => {
      const lines = readFileSync(page, 'utf8').trimEnd().split('\n');
      const headings = lines
        .filter((line) => line.startsWith('#'))
        .slice(1)
        .join();
      const isListed = index.includes(`](${page.replace('docs/decisions/', '')})`);
      return !isListed || lines.length > 20 || headings !== '## Context,## Decision,## Consequences';
    });
    expect(wrong).toEqual([]);
  });

  it('are named truly by the comments of the code', () => {
    const wrong = sources.flatMap((source) =>
      pathsInComments(source)
        .filter((path) => !isThere(path))
        .map((path) => `${source}: ${path}`),
    );
    expect(wrong).toEqual([]);
  });
});

/** All texts of the application, as in its source. */
const shown = filesUnder('src', /\.ts$/)
  .filter((path) => /(^|\/)texts\//.test(path))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

/** Emphasised names of pages and buttons. English emphasis begins with a small letter, and the manual has its own test. */
function namesIn(page: string): string[] {
  const prose = readFileSync(page, 'utf8').replaceAll(/```[^]*?```|`[^`\n]*`/g, '');
  return [...prose.matchAll(/(?<![*\w])\*([A-ZÁÉÍÓÚÑ¿][^*\n]*)\*(?![*\w])/g)].map((match) => match[1] ?? '');
}

it('names pages and buttons as the application does', () => {
  const named = pages
    .filter((page) => !page.startsWith('docs/manual/'))
    .flatMap((page) => namesIn(page).map((name) => [page, name] as const));
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter(([, name]) => !shown.includes(`'${name}'`))).toEqual([]);
});
