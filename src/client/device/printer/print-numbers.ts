/** How many copies of each paper this device has printed; the newest entries are kept. */
const key = 'mercado.prints';
const maxKept = 500;

/** Copies of `paper` so far. */
export function printsOf(paper: string): number {
  return readAll().find(([kept]) => kept === paper)?.[1] ?? 0;
}

/** Counts one more copy. It is stored before the paper comes, so that no two papers carry one number. */
export function countPrint(paper: string): void {
  const others = readAll().filter(([kept]) => kept !== paper);
  const counted = [[paper, printsOf(paper) + 1] as const, ...others].slice(0, maxKept);
  try {
    localStorage.setItem(key, JSON.stringify(counted));
  } catch {
    // A browser that keeps nothing numbers every copy as the first.
  }
}

function readAll(): (readonly [paper: string, prints: number])[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && Number.isSafeInteger(entry[1]);
}
