/** A number is a figure that can be summed. A string is text, whatever it looks like. */
export type SheetCell = string | number;

/** One table for export. */
export interface Sheet {
  name: string;
  head: readonly string[];
  rows: readonly (readonly SheetCell[])[];
}

/**
 * Returns text that is safe in a spreadsheet: a name that starts like a formula would be executed by the
 * opening program, even after saving in another format. A leading apostrophe makes it text.
 */
export function guardedText(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

export const csvType = 'text/csv;charset=utf-8';
/** Spreadsheets only recognise the file as UTF-8 with it. */
export const byteOrderMark = '\uFEFF';
/**
 * Column separator of spreadsheets set to Colombia, where the comma is the decimal sign. Others detect it.
 */
const separator = ';';

/** Several tables are below each other, each under its name and after an empty line. */
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

/** Returns a cell in its file form, quoted if it contains a separator of either kind. */
export function cellText(cell: SheetCell): string {
  if (typeof cell === 'number') return String(cell);
  const text = guardedText(cell);
  return /[";,\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
