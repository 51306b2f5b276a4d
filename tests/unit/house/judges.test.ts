import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesUnder } from '#scripts/checks/files-under.ts';

test('the judges of the simulator share no rule with the judged code', () => {
  const judges = filesUnder('lab/simulation/judge', /\.ts$/);
  expect(judges.length).toBeGreaterThan(10);
  for (const path of judges) {
    const text = readFileSync(path, 'utf8');
    // Type imports vanish at run time.
    const imports = text.match(/^import [^;]*from '#src[^;]*;/gm) ?? [];
    expect(imports.filter((line) => !line.startsWith('import type'))).toEqual([]);
  }
});
