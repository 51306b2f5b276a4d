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
