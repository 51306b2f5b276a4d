import { readFileSync } from 'node:fs';

/** One planted mistake: `from` becomes `to`, once, in `file`. */
export type Mutant = { file: string; from: string; to: string };

/** Reads `list.txt`: under "# file" a line "- text" and a line "+ replacement" for each mutant. */
export function readMutants(text = readFileSync('lab/mutants/list.txt', 'utf8')): Mutant[] {
  const mutants: Mutant[] = [];
  let file = '';
  let from = '';
  for (const line of text.split('\n')) {
    const rest = line.slice(2);
    if (line.startsWith('# ')) file = rest;
    if (line.startsWith('- ')) from = rest;
    if (line.startsWith('+ ')) mutants.push({ file, from, to: rest });
  }
  return mutants;
}

/** Returns the file's source with the mutant in it. Throws unless its text occurs exactly once. */
export function plant({ file, from, to }: Mutant, source: string): string {
  const [before, after, ...more] = source.split(from);
  if (before === undefined || after === undefined || more.length > 0 || from === to)
    throw new Error(`${file}: "${from}" does not occur exactly once`);
  return `${before}${to}${after}`;
}
