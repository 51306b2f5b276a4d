import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chunkOf, chunks, misplaced } from '#scripts/bundle/chunks.ts';

describe('the boundaries between the first chunks', () => {
  it('name only existing files, each once', () => {
    const files = chunks.flatMap((chunk) => chunk.files);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(files.filter((file, place) => files.indexOf(file) !== place)).toEqual([]);
  });

  it('report a renamed file, which would be built into another chunk', () => {
    const landed = new Map(
      chunks.flatMap(({ name, packages, icons, files }) =>
        [
          ...files,
          ...packages.map((one) => `node_modules/${one}/index.js`),
          ...icons.map((icon) => `node_modules/lucide-react/dist/esm/icons/${icon}.mjs`),
        ].map((path): [string, string] => [path, name]),
      ),
    );
    expect(misplaced(landed)).toEqual([]);
    landed.delete('src/client/ui/button.tsx');
    landed.set('src/client/ui/action-button.tsx', 'login-screen');
    landed.set('src/client/ui/tables/badge-frame.tsx', 'login-screen');
    expect(misplaced(landed)).toEqual([
      expect.stringContaining('src/client/ui/button.tsx: nothing of it was built'),
      expect.stringContaining('src/client/ui/tables/badge-frame.tsx: in the chunk "login-screen"'),
    ]);
  });

  it('include an icon that no first page needs among the others', () => {
    expect(chunkOf('node_modules/lucide-react/dist/esm/icons/mail.mjs')).toBe('sign-in');
    expect(chunkOf('node_modules/lucide-react/dist/esm/icons/anchor.mjs')).toBe('icons');
    expect(chunkOf('src/client/screens/cash/cash-screen.tsx')).toBeUndefined();
  });
});
