/** A number is a figure: it may be summed up. A text is words, whatever it looks like. */
export type SheetCell = string | number;

/** One table to be opened elsewhere. */
export interface Sheet {
  name: string;
  head: readonly string[];
  rows: readonly (readonly SheetCell[])[];
}

/**
 * Words as a spreadsheet must take them: a name that begins like a formula would be run by the program that opens the
 * file, also after it was saved once more in another format. A leading apostrophe makes it text.
 */
export function guardedText(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

export const csvType = 'text/csv;charset=utf-8';
/** Spreadsheets take the file for UTF-8 only with it. */
export const byteOrderMark = '\uFEFF';
/** What spreadsheets set to Colombia split by: their comma is the decimal sign. Others find out by themselves. */
const separator = ';';

/** Several tables stand one under the other, each under its name and after an empty line. */
export function csvFile(sheets: readonly Sheet[]): Blob {
  return new Blob([csvText(sheets)], { type: csvType });
}

export function csvText(sheets: readonly Sheet[]): string {
  const blocks = sheets.map((sheet) => {
    const lines: (readonly SheetCell[])[] = [sheet.head, ...sheet.rows];
    if (sheets.length > 1) lines.unshift([sheet.name]);
    return lines.map((line) => line.map(cellText).join(separator)).join('\r\n');
  });
  return `${byteOrderMark}${blocks.join('\r\n\r\n')}\r\n`;
}

/** A cell as it is written to a file, quoted where a separator of either kind is in it. */
export function cellText(cell: SheetCell): string {
  if (typeof cell === 'number') return String(cell);
  const text = guardedText(cell);
  return /[";,\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
