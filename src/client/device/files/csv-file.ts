import { guardedText, type Sheet, type SheetCell } from './sheet.ts';

const mime = 'text/csv;charset=utf-8';
/** Spreadsheets take the file for UTF-8 only with it. */
const byteOrderMark = '\uFEFF';
/** What spreadsheets set to Colombia split by: their comma is the decimal sign. Others find out by themselves. */
const separator = ';';

/** Several tables stand one under the other, each under its name and after an empty line. */
export function csvFile(sheets: readonly Sheet[]): Blob {
  return new Blob([csvText(sheets)], { type: mime });
}

export function csvText(sheets: readonly Sheet[]): string {
  const blocks = sheets.map((sheet) => {
    const lines: (readonly SheetCell[])[] = [sheet.head, ...sheet.rows];
    if (sheets.length > 1) lines.unshift([sheet.name]);
    return lines.map((line) => line.map(cellText).join(separator)).join('\r\n');
  });
  return `${byteOrderMark}${blocks.join('\r\n\r\n')}\r\n`;
}

function cellText(cell: SheetCell): string {
  if (typeof cell === 'number') return String(cell);
  const text = guardedText(cell);
  return /[";,\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
