import { readFileSync } from 'node:fs';

/** `from` becomes `to`, once, in `file`. */
export type Change = { file: string; from: string; to: string };
/** A planted mistake. */
export type Mutant = { name: string; changes: Change[] };

/**
 * Reads a list of mutants: under "# file" a line "- text" and a line "+ replacement" for each change. Changes under
 * "= name", up to an empty line, are one mutant; without a name each is its own.
 */
export function readMutants(list = 'lab/mutants/list.txt'): Mutant[] {
  const mutants: Mutant[] = [];
  let [name, file, from] = ['', '', ''];
  for (const line of readFileSync(list, 'utf8').split('\n')) {
    const rest = line.slice(2);
    if (line === '' || line.startsWith('= ')) name = rest;
    if (line.startsWith('# ')) file = rest;
    if (line.startsWith('- ')) from = rest;
    if (!line.startsWith('+ ')) continue;
    const change = { file, from, to: rest };
    const last = mutants.at(-1);
    if (last && name !== '' && last.name === name) last.changes.push(change);
    else mutants.push({ name, changes: [change] });
  }
  return mutants;
}

/** Returns these sources, by file, with the mutant. Throws unless each of its texts occurs exactly once. */
export function plant({ changes }: Mutant, sources: ReadonlyMap<string, string>): Map<string, string> {
  const planted = new Map(sources);
  for (const { file, from, to } of changes) {
    const [before, after, ...more] = planted.get(file)?.split(from) ?? [];
    if (before === undefined || after === undefined || more.length > 0 || from === to)
      throw new Error(`${file}: "${from}" does not occur exactly once`);
    planted.set(file, `${before}${to}${after}`);
  }
  return planted;
}
