import readXlsxFile from 'read-excel-file/universal';
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
  let read: Awaited<ReturnType<typeof readXlsxFile>>;
  beforeAll(async () => {
    read = await readXlsxFile(await (await xlsxFile(sheets)).arrayBuffer(), { trim: false });
  });

  test('has a sheet for each table, with names that are valid in Excel and unique', () => {
    const names = ['Por día', 'a b  c     y un nombre de más d', 'Hoja 3'];
    expect(read.map(({ sheet }) => sheet)).toEqual(names);
  });

  test('figures are figures and text is text', () => {
    expect(read[0]?.data).toEqual([
      ['Día', 'Vendido'],
      ['Sáb 21', 3_482_500],
    ]);
  });

  test('no text becomes a formula when saved as CSV', () => {
    const words = (read[1]?.data ?? []).slice(1).flat();
    expect(words).toHaveLength(dangerous.length);
    for (const word of words) expect(String(word).startsWith("'")).toBe(true);
  });

  test('characters that XML cannot hold are removed', () => {
    expect(read[2]?.data).toEqual([['<&>"'], ['ñ 🍅 ']]);
  });
});
