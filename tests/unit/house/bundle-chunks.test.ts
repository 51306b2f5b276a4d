import { describe, expect, it } from 'vitest';
import { chunks, nameChunks, type ModuleGraph } from '#scripts/bundle/chunks.ts';
import { customerPages, laterPages, openings } from '#scripts/bundle/pages.ts';

const root = '/project';
const icons = 'node_modules/lucide-react/dist/esm';

/** A built application in which every opening exists, and imports what `extra` lists. */
function graphOf(extra: Record<string, readonly string[]>, codes: Record<string, string> = {}): ModuleGraph {
  const opened = [...Object.values(openings).flat(), ...customerPages, ...laterPages];
  const modules = new Map<string, readonly string[]>(opened.map((path) => [path, []]));
  for (const [path, imports] of Object.entries(extra)) {
    for (const one of imports) if (!modules.has(one)) modules.set(one, extra[one] ?? []);
    modules.set(path, imports);
  }
  return {
    getModuleInfo(id) {
      const path = id.slice(root.length + 1);
      const imports = modules.get(path);
      if (!imports) return null;
      return { importedIds: imports.map((one) => `${root}/${one}`), code: codes[path] ?? null };
    },
  };
}

const [form] = openings.choosing;
const [balance] = openings.balance;
const [router] = openings.login;
const [commands] = openings.device;
const homeScreen = 'src/client/screens/home/home-screen.tsx';

/** Returns the chunk of each module, by path. */
function chunksOf(graph: ModuleGraph, paths: readonly string[]): Record<string, string | null> {
  const nameOf = nameChunks(root);
  return Object.fromEntries(paths.map((path) => [path, nameOf(`${root}/${path}`, graph)]));
}

describe('the files of a build', () => {
  it('hold together what the same pages share', () => {
    const graph = graphOf({
      [balance]: ['both.ts', 'money.ts', 'card.tsx'],
      [router]: ['both.ts', 'arrival.ts'],
      [homeScreen]: ['money.ts', 'arrival.ts', 'dates.ts', 'envelope.ts', 'own-day.ts'],
      [form]: ['dates.ts', 'carousel.tsx'],
      [commands]: ['envelope.ts', 'outbox.ts'],
      'src/client/screens/reports/reports-screen.tsx': ['charts.tsx'],
    });
    expect(
      chunksOf(graph, [
        'both.ts',
        'money.ts',
        'card.tsx',
        'arrival.ts',
        'dates.ts',
        'carousel.tsx',
        'envelope.ts',
        'outbox.ts',
        'own-day.ts',
        'charts.tsx',
      ]),
    ).toEqual({
      'both.ts': 'base',
      'money.ts': 'calls',
      'card.tsx': 'balance',
      'arrival.ts': 'router',
      'dates.ts': 'choosing',
      'carousel.tsx': 'purchase-form',
      'envelope.ts': 'rules',
      'outbox.ts': 'device',
      'own-day.ts': 'home',
      'charts.tsx': null,
    });
  });

  it('import only files further up the list, so that no two wait for each other', () => {
    const graph = graphOf({
      [balance]: ['a.ts'],
      [homeScreen]: ['b.ts', 'c.ts'],
      [form]: ['b.ts'],
      'a.ts': ['deep.ts'],
      'b.ts': ['deep.ts', 'd.ts'],
      'c.ts': ['b.ts'],
    });
    const place = (path: string): number =>
      chunks.findIndex(({ name }) => name === chunksOf(graph, [path])[path]);
    for (const [path, imported] of [
      ['a.ts', 'deep.ts'],
      ['b.ts', 'deep.ts'],
      ['b.ts', 'd.ts'],
      ['c.ts', 'b.ts'],
    ] as const)
      expect(place(imported)).toBeLessThanOrEqual(place(path));
  });

  it('hold the icons that their pages name, not the whole list', () => {
    const list = `${icons}/lucide-react.mjs`;
    const graph = graphOf(
      {
        [balance]: [list],
        [list]: [`${icons}/icons/bell.mjs`, `${icons}/icons/anchor.mjs`],
      },
      {
        [balance]: 'import { Bell as Ring } from "lucide-react";',
        [list]:
          'export { default as Bell, default as BellIcon } from "./icons/bell.mjs";\nexport { default as Anchor } from "./icons/anchor.mjs";',
      },
    );
    expect(chunksOf(graph, [`${icons}/icons/bell.mjs`, `${icons}/icons/anchor.mjs`])).toEqual({
      [`${icons}/icons/bell.mjs`]: 'balance',
      [`${icons}/icons/anchor.mjs`]: 'icons',
    });
  });

  it('are not named when an opening was renamed', () => {
    const graph: ModuleGraph = {
      getModuleInfo: (id) => (id.endsWith(form) ? null : { importedIds: [], code: null }),
    };
    expect(() => chunksOf(graph, ['a.ts'])).toThrow(`${form} of "choosing" is not built`);
  });
});
