import { byteOrderMark, cellText, csvType, type Sheet } from '#src/client/device/files/sheet.ts';

/**
 * Returns a table in the format of banks (RFC 4180), with commas in every country. Figures are digits. A cell
 * of the `exact` columns contains exactly the text that its form allowed, so that a key keeps its "@".
 */
export function bankFile({ head, rows }: Sheet, exact: ReadonlySet<number>): Blob {
  return new Blob([bankText({ head, rows }, exact)], { type: csvType });
}

export function bankText({ head, rows }: Pick<Sheet, 'head' | 'rows'>, exact: ReadonlySet<number>): string {
  const lines = [head, ...rows].map((line, at) =>
    line.map((cell, column) => (at > 0 && exact.has(column) ? String(cell) : cellText(cell))).join(','),
  );
  return `${byteOrderMark}${lines.join('\r\n')}\r\n`;
}
