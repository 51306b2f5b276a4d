import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildManual } from '#scripts/bundle/manual.ts';
import { filesUnder } from '#scripts/checks/files-under.ts';
import { helpGroups } from '#src/client/texts/help-texts.ts';
import { signInTypes } from '#src/contract/accounts/user-type.ts';

const folder = 'docs/manual';
const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
const textOf = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8');

/** All texts of the application, as in its source. */
const shown = filesUnder('src', /\/texts\/.*\.ts$/)
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

const dailyRoles = Object.values(helpGroups[0]?.pages ?? {}).map(({ roles }) => roles);

describe('the manual', () => {
  it('is listed in Ayuda page by page, under the heading of the page', () => {
    const headings = pages.map((name) => [name.replace('.md', ''), textOf(name).split('\n')[0]?.slice(2)]);
    const listed = helpGroups.flatMap((group) =>
      Object.entries(group.pages).map(([id, { title }]) => [id, title]),
    );
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(headings));
    expect(signInTypes.filter((role) => dailyRoles.every((roles) => !roles.includes(role)))).toEqual([]);
  });

  it('lists every page in its contents', () => {
    const contents = textOf('README.md');
    expect(pages.filter((page) => !contents.includes(`](${page})`))).toEqual([]);
  });

  it.each(pages)('%s says for whom it is, shows a picture that exists, and has numbered steps', (page) => {
    const text = textOf(page);
    expect(text).toMatch(/^# .+\n\nPara: .+\.\n/);
    const picture = /!\[[^\]]{10,}\]\((pictures\/[\w-]+\.jpg)\)/.exec(text)?.[1] ?? 'none';
    expect(existsSync(`${folder}/${picture}`)).toBe(true);
    expect(text.match(/^\d+\. /gm)?.length ?? 0).toBeGreaterThan(2);
    expect(text.split(/\s+/).length).toBeLessThan(330);
  });

  it.each(pages)('%s names buttons and pages as the application shows them', (page) => {
    const named = [...textOf(page).matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => name ?? '');
    expect(named.filter((name) => !shown.includes(name.replaceAll(/[.:]$/g, '')))).toEqual([]);
  });

  it('is built with links that lead to its own pages', () => {
    const files = buildManual();
    const names = files.map(({ name }) => name);
    expect(names).toContain('index.html');
    const links = files.flatMap(({ source }) =>
      typeof source === 'string'
        ? [...source.matchAll(/(?:href|src)="(?!\/|https?:)([^"]+)"/g)].map(([, link]) => link ?? '')
        : [],
    );
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter((link) => !names.includes(link))).toEqual([]);
  });
});
