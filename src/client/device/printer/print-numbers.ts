import { keepChoice, readKeptList } from '../kept-choice.ts';

/** How many papers have their copies counted on this device: the newest. */
const maxKept = 500;

/** Copies of `paper` so far. */
export function printsOf(paper: string): number {
  return readAll().find(([kept]) => kept === paper)?.[1] ?? 0;
}

/** Counts one more copy. It is stored before the paper comes, so that no two papers carry one number. */
export function countPrint(paper: string): void {
  const others = readAll().filter(([kept]) => kept !== paper);
  const counted = [[paper, printsOf(paper) + 1] as const, ...others].slice(0, maxKept);
  keepChoice('prints', JSON.stringify(counted));
}

function readAll(): (readonly [paper: string, prints: number])[] {
  return readKeptList('prints', isEntry);
}

function isEntry(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && Number.isSafeInteger(entry[1]);
}
