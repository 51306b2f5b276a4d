import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

function filesUnder(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => path.endsWith(ending) && !path.includes('node_modules'));
}

const sources = ['src', 'tests', 'lab', 'scripts', 'bench'].flatMap((folder) =>
  filesUnder(folder, '.ts').concat(filesUnder(folder, '.tsx')),
);
/** Old decisions keep the names of their time. */
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...filesUnder('docs', '.md'),
  ...filesUnder('src/extras', '.md'),
].filter((page) => !page.includes('/decisions/'));

const decisions = filesUnder('docs/decisions', '.md');

/** Paths in backticks: of a file, whole or from some folder on; of a folder under src. */
function pathsIn(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/`([\w./-]+)`/g)].map((match) => match[1] ?? '');
}

function isThere(path: string): boolean {
  if (/\.tsx?$/.test(path)) return sources.some((source) => source === path || source.endsWith(`/${path}`));
  return existsSync(path) || existsSync(join('src', path));
}

describe('the documents', () => {
  it.each(pages)('%s names existing files', (page) => {
    const named = pathsIn(page).filter((path) => /\.tsx?$/.test(path) || /^(src|server|client)\//.test(path));
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  it.each([...pages, ...decisions])('%s has no broken links', (page) => {
    const linked = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)/g)].map((match) => match[1] ?? '');
    const own = linked.filter((link) => !/^[a-z]+:/.test(link));
    expect(own.filter((link) => !existsSync(normalize(join(dirname(page), link))))).toEqual([]);
  });

  it('list every decision in their index', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8');
    const listed = decisions.filter((page) => !page.endsWith('README.md'));
    expect(listed.length).toBeGreaterThan(20);
    expect(listed.filter((page) => !index.includes(`](${page.replace('docs/decisions/', '')})`))).toEqual([]);
  });

  it('are parsed: the flow of a purchase names at least ten files', () => {
    expect(pathsIn('docs/slices/purchase.md').filter((path) => path.endsWith('.ts')).length).toBeGreaterThan(
      9,
    );
  });
});
