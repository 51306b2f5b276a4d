import { guardedText, type Sheet, type SheetCell } from './sheet.ts';

const widest = 48;

/**
 * Returns a workbook with one worksheet per table: a frozen first row, texts as text and figures as figures.
 * The writer is loaded with the first file.
 */
export async function xlsxFile(sheets: readonly Sheet[]): Promise<Blob> {
  const { default: writeXlsxFile } = await import('write-excel-file/universal');
  const names = sheetNames(sheets);
  const written = sheets.map(({ head, rows }, place) => ({
    sheet: names[place] ?? '',
    stickyRowsCount: 1,
    columns: head.map((title, column) => ({ width: widthOf([title, ...rows.map((row) => row[column])]) })),
    data: [
      head.map((title) => ({ ...cellOf(title), fontWeight: 'bold' as const })),
      ...rows.map((row) => row.map(cellOf)),
    ],
  }));
  return writeXlsxFile(written).toBlob();
}

function cellOf(cell: SheetCell) {
  return typeof cell === 'number'
    ? { value: cell, type: Number, format: '#,##0' }
    : { value: writableText(guardedText(cell)), type: String };
}

function widthOf(cells: readonly (SheetCell | undefined)[]): number {
  return Math.min(widest, Math.max(...cells.map((cell) => String(cell ?? '').length)) + 3);
}

/** XML allows no control characters except white space, and no lone surrogate. */
function writableText(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/gu, '');
}

/** At most 31 letters, none of []:*?/\, and no duplicates. */
function sheetNames(sheets: readonly Sheet[]): string[] {
  const taken = new Set<string>();
  return sheets.map(({ name }, place) => {
    const plain = writableText(name)
      .replaceAll(/[[\]:*?/\\]/g, ' ')
      .slice(0, 31);
    const own = plain.trim() === '' || taken.has(plain.toLowerCase()) ? `Hoja ${place + 1}` : plain;
    taken.add(own.toLowerCase());
    return own;
  });
}
