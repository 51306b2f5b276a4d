import { plainName } from '#src/domain/plain-name.ts';
import { guessColumns, headScore, type Cells, type ColumnField, type SheetKindName } from './columns.ts';

/** A row of the sheet as people see it, from 1. */
export type SheetRow = { row: number; cells: Cells };
export type Skipped = { row: number; why: 'title' | 'empty' | 'total'; text: string };
export type Table = {
  head: Cells;
  rows: SheetRow[];
  columns: (ColumnField | null)[];
  skipped: Skipped[];
};

const searched = 25;

/**
 * Returns the table in a sheet without titles and merged cells above its head, empty rows, and sums at its
 * foot. The table of a sheet without a head begins at its first row with at least two cells.
 */
export function findTable(kind: SheetKindName, sheet: readonly Cells[]): Table {
  const scores = sheet.slice(0, searched).map((row) => headScore(kind, row));
  const best = Math.max(0, ...scores);
  const headAt = best > 0 ? scores.indexOf(best) : -1;
  const head = headAt < 0 ? [] : (sheet[headAt] ?? []);
  const skipped: Skipped[] = [];
  const rows: SheetRow[] = [];
  const isFilled = (cell: string): boolean => cell.trim() !== '';
  for (const [at, cells] of sheet.entries()) {
    const row = at + 1;
    const said = cells.filter(isFilled);
    const text = said.join(' ');
    if (at === headAt) continue;
    if (said.length === 0) skipped.push({ row, why: 'empty', text });
    else if (at < headAt || (headAt < 0 && rows.length === 0 && said.length < 2))
      skipped.push({ row, why: 'title', text });
    else if (isSum(said)) skipped.push({ row, why: 'total', text });
    else if (isSameHead(cells, head)) skipped.push({ row, why: 'title', text });
    else rows.push({ row, cells });
  }
  const columns = guessColumns(
    kind,
    head,
    rows.map(({ cells }) => cells),
  );
  return { head, rows, columns, skipped: withoutFoot(skipped) };
}

/** "TOTAL", "Suma", "Total general: 80 puestos" */
function isSum(said: Cells): boolean {
  return said.length <= 4 && /^(?:sub ?total|gran total|total|suma|totales)\b/.test(plainName(said[0] ?? ''));
}

/** True for a head that is repeated at the top of every page. */
function isSameHead(cells: Cells, head: Cells): boolean {
  const plain = (row: Cells): string => row.map(plainName).join('|').replace(/\|+$/, '');
  return head.length > 0 && plain(cells) === plain(head);
}

/** Removes empty rows after the last one, which need no mention. */
function withoutFoot(skipped: readonly Skipped[]): Skipped[] {
  let end = skipped.length;
  while (end > 0 && skipped[end - 1]?.why === 'empty') end -= 1;
  return skipped.slice(0, end);
}

/** Returns the kind with the most head words in the sheet, or the chosen kind if none has more. */
export function guessKind(chosen: SheetKindName, sheet: readonly Cells[]): SheetKindName {
  const kinds = ['stalls', 'points', 'products', 'customers'] as const;
  const best = (kind: SheetKindName): number =>
    Math.max(0, ...sheet.slice(0, searched).map((row) => headScore(kind, row)));
  return kinds.reduce((found, kind) => (best(kind) > best(found) ? kind : found), chosen);
}
