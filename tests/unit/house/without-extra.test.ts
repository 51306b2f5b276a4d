import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importsExtra, withoutExtra } from '#lab/extras/without-extra.ts';

describe('removing an extra', () => {
  it('removes its import and its entry from an object, with or without a key', () => {
    const list = `import { one } from '#src/extras/first-one/server.ts';
import { two } from '#src/extras/two/server.ts';

export const extras = {
  'first-one': one,
  two,
};
`;
    expect(withoutExtra(list, 'first-one')).not.toMatch(/one/);
    expect(withoutExtra(list, 'first-one')).toContain('  two,\n};');
    expect(withoutExtra(list, 'two')).not.toMatch(/two/);
    expect(withoutExtra(list, 'two')).toMatch(/'first-one': one,\s*\}/);
  });

  it('removes spread entries and entries of an array on one line', () => {
    const rules = `import { twoRules } from '#tests/extras/two/rules.ts';\nconst all = {\n  ...twoRules,\n};\n`;
    expect(withoutExtra(rules, 'two')).toBe('const all = {\n  };\n');
    const pages = `import { page } from '#src/extras/two/page.ts';\nexport const pages = [page];\n`;
    expect(withoutExtra(pages, 'two')).toBe('export const pages = [];\n');
  });

  it('removes an entry with a key on one line, imported from the scripts or the lab', () => {
    const month = `import { two } from '#scripts/extras/two/a.ts';\n\nexport const all = { two: two };\n`;
    expect(withoutExtra(month, 'two')).toBe('\nexport const all = { };\n');
    const states = `import { twoStates } from '#lab/extras/two/a.ts';\nexport const all = [...twoStates] as const;\n`;
    expect(withoutExtra(states, 'two')).toBe('export const all = [] as const;\n');
  });

  it('recognises a test of the extra by its imports, wherever the test is', () => {
    expect(importsExtra(`import { a } from '#src/extras/two/client/a.ts';`, 'two')).toBe(true);
    expect(importsExtra(`const a = await import('#tests/extras/two/e2e/a.ts');`, 'two')).toBe(true);
    expect(importsExtra(`import { a } from '#src/extras/two-more/a.ts'; // two`, 'two')).toBe(false);
    expect(importsExtra(`import { a } from '#lab/extras/two/a.ts';`, 'two')).toBe(true);
  });

  it('removes the paths of its files from a list', () => {
    const paths = `const pages = [\n  'src/extras/two/client/a.tsx',\n  'src/client/b.ts',\n];\n`;
    expect(withoutExtra(paths, 'two')).toBe(`const pages = [\n  'src/client/b.ts',\n];\n`);
  });

  it('leaves a list without the extra alone', () => {
    const list = readFileSync('src/server/extras.ts', 'utf8');
    expect(withoutExtra(list, 'raffle')).toBe(list);
  });
});
