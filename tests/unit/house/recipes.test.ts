import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scratchProject } from '#tests/support/scratch-project.ts';

/** The blocks of code of the recipes, each with the path in its first line. */
const blocks = [
  ...readFileSync('docs/how-to.md', 'utf8').matchAll(/^```tsx?\n\/\/ (src\/\S+)\n([^]*?)^```$/gm),
].map(([, path = '', code = '']) => ({ path, code }));

it('a call, a form and a list page need less than 60 lines each', () => {
  const long = blocks.filter(({ code }) => code.split('\n').length > 60);
  expect([blocks.length, long.map(({ path }) => path)]).toEqual([6, []]);
});

it(
  'the extra of the recipes compiles by its own files and a line for each door',
  { timeout: 120_000 },
  () => {
    const lists = ['src/server/extras.ts', 'src/client/extras.ts'];
    const project = scratchProject(['src/extras/notes', ...lists]);
    for (const list of lists) {
      const door = list.startsWith('src/server') ? 'server.ts' : 'client.tsx';
      project.addLine(
        list,
        `import { notes } from '#src/extras/notes/${door}';`,
        /^ {2}payouts,$/m,
        '  notes,',
      );
    }
    const doorless = project.compile();
    for (const { path, code } of blocks) project.write(path, code);
    expect([doorless, project.compile()]).toEqual([
      Object.fromEntries(lists.toSorted().map((list) => [list, 1])),
      {},
    ]);
  },
);
