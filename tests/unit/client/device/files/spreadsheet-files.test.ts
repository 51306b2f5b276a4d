import { crc32, inflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { csvText } from '#src/client/device/files/sheet.ts';
import { xlsxFile } from '#src/client/device/files/xlsx-file.ts';

const dangerous = [
  '=HYPERLINK("http://x.co";"pague")',
  '+573105550101',
  '-1+1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\nx',
  '＝1',
];

describe('a table for a spreadsheet as CSV', () => {
  test('text that starts like a formula stays text', () => {
    for (const text of dangerous)
      expect(csvText([{ name: 'x', head: ['Estante'], rows: [[text]] }])).toMatch(/^\uFEFFEstante\r\n"?'/);
  });

  test('a head is guarded like any word', () => {
    expect(csvText([{ name: 'x', head: ['=1'], rows: [] }])).toBe("\uFEFF'=1\r\n");
  });

  test('a negative figure stays a figure', () => {
    expect(csvText([{ name: 'x', head: ['a', 'b'], rows: [['Lun', -60_000]] }])).toBe(
      '\uFEFFa;b\r\nLun;-60000\r\n',
    );
  });

  test('separators, quotes and line ends inside a text do not end a cell', () => {
    const text = csvText([{ name: 'x', head: ['a'], rows: [['Doña "Rosa"; frutas,\ny más']] }]);
    expect(text).toBe('\uFEFFa\r\n"Doña ""Rosa""; frutas,\ny más"\r\n');
  });

  test('several tables are below each other, each named', () => {
    const one = { name: 'Por día', head: ['a'], rows: [[1]] };
    const other = { name: '=malo', head: ['b'], rows: [] };
    expect(csvText([one, other])).toBe("\uFEFFPor día\r\na\r\n1\r\n\r\n'=malo\r\nb\r\n");
  });
});

describe('a workbook', () => {
  const sheets = [
    { name: 'Por día', head: ['Día', 'Vendido'], rows: [['Sáb 21', 3_482_500]] },
    {
      name: 'a/b:[c]?*\\ y un nombre de más de treinta y una letras',
      head: ['Estante'],
      rows: dangerous.map((text) => [text]),
    },
    { name: 'por DÍA', head: ['<&>"'], rows: [['ñ 🍅 \u0000\u0008']] },
  ];
  let files: Map<string, string>;
  beforeAll(async () => {
    files = await openZip(await xlsxFile(sheets));
  });

  test('opens: every part that it names exists, with correct checksums', () => {
    expect([...files.keys()].filter((name) => name.startsWith('xl/worksheets/sheet'))).toHaveLength(3);
    const named = [...(files.get('xl/_rels/workbook.xml.rels') ?? '').matchAll(/Target="([^"]+)"/g)];
    for (const [, target] of named) expect(files.has(`xl/${target}`)).toBe(true);
    const typed = [...(files.get('[Content_Types].xml') ?? '').matchAll(/PartName="\/([^"]+)"/g)];
    for (const [, part = ''] of typed) expect(files.has(part)).toBe(true);
  });

  test('every part is well-formed', () => {
    expect([...files].filter(([, text]) => !isWellFormed(text))).toEqual([]);
  });

  test('figures are figures and text is text', () => {
    expect(cellsOf(files, 1)).toEqual([
      ['A1', 'Día'],
      ['B1', 'Vendido'],
      ['A2', 'Sáb 21'],
      ['B2', 3_482_500],
    ]);
  });

  test('no cell is a formula, nor becomes one when saved as CSV', () => {
    const text = files.get('xl/worksheets/sheet2.xml') ?? '';
    expect(text).not.toContain('<f>');
    const words = cellsOf(files, 2).slice(1);
    expect(words).toHaveLength(dangerous.length);
    for (const [, word] of words) expect(String(word).startsWith("'")).toBe(true);
  });

  test('sheet names are valid in Excel and unique', () => {
    const names = [...(files.get('xl/workbook.xml') ?? '').matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(
      ([, name]) => name,
    );
    expect(names).toEqual(['Por día', 'a b  c     y un nombre de más d', 'Hoja 3']);
  });

  test('characters that XML cannot hold are removed', () => {
    expect(cellsOf(files, 3)).toEqual([
      ['A1', '<&>"'],
      ['A2', 'ñ 🍅 '],
    ]);
  });

  test('the 27th column is AA', async () => {
    const wide = { name: 'x', head: Array.from({ length: 28 }, (_, n) => `c${n}`), rows: [] };
    const cells = cellsOf(await openZip(await xlsxFile([wide])), 1);
    expect(cells.slice(25).map(([place]) => place)).toEqual(['Z1', 'AA1', 'AB1']);
  });
});

/** Reads a zip by its directory, as a spreadsheet does, and checks lengths and checksums. */
async function openZip(file: Blob): Promise<Map<string, string>> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const files = new Map<string, string>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    expect(view.getUint32(at, true)).toBe(0x02014b50);
    const nameLength = view.getUint16(at + 28, true);
    const name = textOf(bytes.subarray(at + 46, at + 46 + nameLength));
    const local = view.getUint32(at + 42, true);
    expect(view.getUint32(local, true)).toBe(0x04034b50);
    expect(textOf(bytes.subarray(local + 30, local + 30 + nameLength))).toBe(name);
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const stored = bytes.subarray(begin, begin + view.getUint32(at + 20, true));
    const isDeflated = view.getUint16(at + 10, true) === 8;
    const content = isDeflated ? inflateRawSync(stored) : stored;
    expect(content).toHaveLength(view.getUint32(at + 24, true));
    expect(view.getUint32(at + 16, true)).toBe(crc32(content));
    files.set(name, textOf(content));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  expect(at).toBe(end);
  return files;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** Tags open and close in order, without bare & or <. */
function isWellFormed(text: string): boolean {
  const open: string[] = [];
  const body = text.replace(/^<\?xml [^>]*\?>\s*/, '');
  for (const [whole, slash, name = '', empty] of body.matchAll(/<(\/?)([\w:]+)[^<>]*?(\/?)>/g)) {
    if (slash === '/' && open.pop() !== name) return false;
    if (slash !== '/' && empty !== '/') open.push(name);
    if (/&(?!amp;|lt;|gt;|quot;)/.test(whole)) return false;
  }
  const words = body.replaceAll(/<[^<>]*>/g, '');
  return open.length === 0 && !/[<>]|&(?!amp;|lt;|gt;|quot;)/.test(words);
}

/** Cells of a sheet, by its number. Texts are in a list shared by all sheets. */
function cellsOf(files: Map<string, string>, sheet: number): [string, string | number][] {
  const shared = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<t[^>]*>([^<]*)<\/t>/g)];
  const text = files.get(`xl/worksheets/sheet${sheet}.xml`) ?? '';
  const cells = text.matchAll(/<c r="(\w+)"([^>]*)><v>([^<]*)<\/v><\/c>/g);
  return [...cells].map(([, place = '', rest = '', value = '']) => [
    place,
    rest.includes('t="s"') ? plain(shared[Number(value)]?.[1] ?? '') : Number(value),
  ]);
}

function plain(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
