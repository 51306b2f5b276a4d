import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

/** A copy of the source whose files a test may change. */
export function scratchProject(include: readonly string[]) {
  const copy = temporaryFolder();
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync('src', join(copy, 'src'), { recursive: true });
  for (const file of ['package.json', 'tsconfig.base.json']) cpSync(file, join(copy, file));
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const compilerOptions = {
    composite: false,
    declaration: false,
    emitDeclarationOnly: false,
    noEmit: true,
    lib: ['es2023', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    types: ['node', 'vite/client'],
    noPropertyAccessFromIndexSignature: false,
  };
  const config = { extends: './tsconfig.base.json', compilerOptions, include };
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config));
  return {
    write: (path: string, text: string): void => {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), text);
    },
    /** Adds an import at the head of a file, and a line after the one that the pattern finds. */
    addLine: (path: string, imported: string, after: RegExp, line: string): void => {
      const text = readFileSync(join(copy, path), 'utf8');
      const changed = text.replace(after, `$&\n${line}`);
      if (changed === text) throw new Error(`${path} has no ${String(after)}`);
      writeFileSync(join(copy, path), `${imported}\n${changed}`);
    },
    /** Returns the files with errors, and how many each has. */
    compile: (): Record<string, number> => {
      const tsc = resolve('node_modules/typescript/bin/tsc');
      const { stdout } = spawnSync(process.execPath, [tsc], { cwd: copy, encoding: 'utf8' });
      const files = [...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file);
      return Object.fromEntries(
        [...new Set(files)].toSorted().map((file) => [file, files.filter((one) => one === file).length]),
      );
    },
  };
}
