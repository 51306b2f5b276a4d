import type { Cost } from './measure.ts';

/** From the middle size to the last, per row shown. */
const mostTimes = 1.5;
/** A call with so few pages is cheap however it grows: another level of an index is one of them. */
const fewPages = 60;

/** Indexes and tables per scanned row. */
const pagesOfRow = 6;

/** Returns whether it scans a bounded number of rows for one answer, in any history. */
function isBounded({ pages, walks = 0 }: Cost): boolean {
  return pages <= walks * pagesOfRow;
}

/** Returns a call's cost per row at the last size, relative to the previous one. */
function growthOf(before: Cost, after: Cost): number {
  return after.pages / Math.max(before.pages, fewPages) / Math.max(1, after.rows / before.rows);
}

/** Returns calls whose cost grows with the history. */
export function findDear(costs: readonly Map<string, Cost>[]): string[] {
  const [before, after] = costs.slice(-2);
  if (!before || !after) return [];
  return [...after].flatMap(([name, cost]) => {
    const earlier = before.get(name);
    return earlier && growthOf(earlier, cost) > mostTimes && !isBounded(cost) ? [name] : [];
  });
}

/** A line per call: rows shown, pages read and milliseconds at each size, and the growth. */
export function tableOf(sizes: readonly number[], costs: readonly Map<string, Cost>[]): string {
  const head = sizes.map((size) => `${whole(size)}: rows, pages, ms`.padStart(32)).join('');
  const lines = [...(costs.at(-1) ?? new Map<string, Cost>()).keys()].map((name) => {
    const at = costs.map((of) => of.get(name) ?? { rows: 0, pages: 0, ms: 0 });
    const cells = at.map(({ rows, pages, ms }) =>
      `${whole(rows)} ${whole(pages).padStart(9)} ${whole(ms).padStart(6)}`.padStart(32),
    );
    const [before, after] = at.slice(-2);
    const growth = before && after ? growthOf(before, after) : 0;
    return `${name.padEnd(44)}${cells.join('')}${growth.toFixed(2).padStart(8)}${growth <= mostTimes ? '' : after && isBounded(after) ? ' bounded' : ' ✗'}`;
  });
  return `${''.padEnd(44)}${head}  growth\n${lines.join('\n')}\n`;
}

/** "1,234" */
function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
