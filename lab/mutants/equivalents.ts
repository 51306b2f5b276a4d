import { readFileSync } from 'node:fs';
import type { Mutant } from './find-mutants.ts';

/**
 * A mutant that no test can notice, with the reason. Without `nth` it covers every one in the file with this
 * text.
 */
export type Equivalent = {
  file: string;
  original: string;
  replacement: string;
  nth?: number;
  reason: string;
};

export function readEquivalents(): Equivalent[] {
  return JSON.parse(readFileSync('lab/mutants/equivalents.json', 'utf8')) as Equivalent[];
}

export function isEquivalent(mutant: Mutant, { file, original, replacement, nth }: Equivalent): boolean {
  const isSame = mutant.file === file && mutant.original === original && mutant.replacement === replacement;
  return isSame && (nth === undefined || mutant.nth === nth);
}
