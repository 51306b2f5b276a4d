import Papa from 'papaparse';
import readXlsxFile from 'read-excel-file/universal';
import type { FileSheet, Unsound } from '#src/extras/notebook/domain/template.ts';
import { boundWorkbook } from './bound-workbook.ts';

/**
 * `unreadable`: its code selects the advice for the person. `cell`: address of the cell that is too far away.
 */
export type ReadFile =
  | { sheets: FileSheet[] }
  | { unreadable: 'old-excel' | 'not-a-sheet' | 'empty' | 'too-large' }
  | { unreadable: 'far-cell'; cell: string };

/** Reads Excel or CSV. */
export async function readSheets(bytes: Uint8Array): Promise<ReadFile> {
  if (bytes.length === 0) return { unreadable: 'empty' };
  const [one, two] = bytes;
  if (one === 0xd0 && two === 0xcf) return { unreadable: 'old-excel' };
  if (one === 0x50 && two === 0x4b) return readWorkbook(bytes);
  // A picture or a PDF: text never contains this byte.
  if (bytes.subarray(0, 512).includes(0) && one !== 0xff && one !== 0xfe)
    return { unreadable: 'not-a-sheet' };
  if (one === 0x25 && two === 0x50) return { unreadable: 'not-a-sheet' };
  return readCsv(decodeText(bytes));
}

async function readWorkbook(bytes: Uint8Array): Promise<ReadFile> {
  try {
    const bound = boundWorkbook(bytes);
    if ('tooLarge' in bound) return { unreadable: 'too-large' };
    if ('beyond' in bound) return { unreadable: 'far-cell', cell: bound.beyond };
    // A view may be part of a larger buffer that contains more than the file.
    const sheets = await readXlsxFile(bound.bytes.slice().buffer);
    const read = sheets.map(({ sheet, data }, place) => {
      const { isHidden = false, rows = [] } = bound.hidden[place] ?? {};
      return {
        name: sheet,
        isHidden,
        rows: data.map((row) => row.map(cellText)),
        unsound: new Map([...rows].map((row) => [row, 'hidden' as const])),
      };
    });
    const filled = read.filter(({ rows }) => rows.length > 0);
    return filled.length > 0 ? { sheets: filled } : { unreadable: 'empty' };
  } catch {
    return { unreadable: 'not-a-sheet' };
  }
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'object' ? '' : String(cell);
}

/** Spreadsheets separate by the sign of their country. */
const separators = [';', ',', '\t'];

/**
 * The head names the separator. A quote that is not closed joins its row with the next ones, so a cell of several
 * lines makes its row unsound.
 */
function readCsv(text: string): ReadFile {
  const whole = text.replace(/^\uFEFF/, '');
  const [head = ''] = /\S.*/.exec(whole) ?? [];
  const delimiter = separators.find((sign) => head.includes(sign)) ?? ';';
  const { data, errors } = Papa.parse<string[]>(whole, { delimiter });
  const broken = new Set(errors.map(({ row }) => row));
  const unsound = new Map<number, Unsound>();
  for (const [at, row] of data.entries())
    if (broken.has(at) || row.some((cell) => /[\r\n]/.test(cell))) unsound.set(at + 1, 'quotes');
  const rows = data.map((row) => row.map((cell) => cell.trim()));
  const isEmpty = rows.every((row) => row.every((cell) => cell === ''));
  return isEmpty ? { unreadable: 'empty' } : { sheets: [{ name: null, isHidden: false, rows, unsound }] };
}

/**
 * Returns the text of a spreadsheet's file: as UTF-16 if it has that mark, as UTF-8 if all of it is valid,
 * and otherwise in the older encoding of Windows (Latin-1 with its own quotes), in which every byte is a
 * letter.
 */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
