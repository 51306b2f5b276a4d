import { byteOrderMark, cellText, csvType, type Sheet } from '#src/client/device/files/sheet.ts';

/**
 * One table as banks take it (RFC 4180): commas, whatever the country. A figure is written as digits; a cell of `exact` columns is
 * what its form allowed and nothing else, so that a key keeps its "@".
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
