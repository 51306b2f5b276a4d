import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = 'lab/simulation/judge';

test('the judges of the simulator share no rule with the judged code', () => {
  const judges = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(judges.length).toBeGreaterThan(10);
  for (const name of judges) {
    const text = readFileSync(join(folder, name), 'utf8');
    // Type imports vanish at run time.
    const imports = text.match(/^import [^;]*from '#src[^;]*;/gm) ?? [];
    expect(imports.filter((line) => !line.startsWith('import type'))).toEqual([]);
  }
});
