import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { plant, type Mutant } from './list.ts';

/** Runs `work` with so many copies of every tracked and new file that git does not ignore; the packages are linked. */
export async function withCopies(
  count: number,
  work: (copies: readonly string[]) => Promise<void>,
): Promise<void> {
  const home = resolve(`.cache/mutants-${process.pid}`);
  const copies = Array.from({ length: count }, (_, index) => `${home}/${index}`);
  try {
    for (const copy of copies) copyCodebase(copy);
    await work(copies);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function copyCodebase(copy: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const path of listed
    .toString()
    .split('\0')
    .filter((name) => name !== '' && existsSync(name))) {
    mkdirSync(dirname(`${copy}/${path}`), { recursive: true });
    cpSync(path, `${copy}/${path}`);
  }
  symlinkSync(resolve('node_modules'), `${copy}/node_modules`);
}

/**
 * Returns the mutants that `check` does not notice, in their order. Each copy takes the next one when it is free, and
 * has it alone.
 */
export async function survivorsOf(
  copies: readonly string[],
  mutants: readonly Mutant[],
  check: (copy: string, mutant: Mutant) => Promise<boolean>,
): Promise<Mutant[]> {
  const waiting = [...mutants];
  const noticed = new Set<Mutant>();
  await Promise.all(
    copies.map(async (copy) => {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const files = mutant.changes.map(({ file }) => file);
        const before = new Map(files.map((file) => [file, readFileSync(`${copy}/${file}`, 'utf8')]));
        write(copy, plant(mutant, before));
        if (await check(copy, mutant)) noticed.add(mutant);
        write(copy, before);
      }
    }),
  );
  return mutants.filter((mutant) => !noticed.has(mutant));
}

function write(copy: string, sources: ReadonlyMap<string, string>): void {
  for (const [file, source] of sources) writeFileSync(`${copy}/${file}`, source);
}
