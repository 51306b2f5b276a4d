import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { xlsxFile } from '#src/client/device/files/xlsx-file.ts';
import { readSheets } from '#src/extras/notebook/client/files/read-sheets.ts';
import { readLines } from '#src/extras/notebook/domain/read-lines.ts';
import { headOf, readTables } from '#src/extras/notebook/domain/template.ts';

/** Returns each row with its name, or with what keeps it out, and the sheets that are left. */
async function readRows(bytes: Uint8Array) {
  const read = await readSheets(bytes);
  if (!('sheets' in read)) return read;
  const { tables, left } = readTables(read.sheets);
  const rows = tables
    .flatMap(readLines)
    .map(({ row, line, faults }) => `${row} ${line?.name ?? faults.map(({ code }) => code).join()}`);
  return { rows, left };
}

const csv = (...rows: string[]) => strToU8([headOf('stalls').join(';'), ...rows].join('\r\n'));

/** A workbook with these sheets of stalls, whose XML files are changed. */
async function workbook(names: readonly string[], change: (path: string, xml: string) => string) {
  const rows = ['Uno', 'Dos', 'Tres', 'Cuatro'].map((name, at) => [name, '', '', '', at + 1]);
  const file = await xlsxFile(names.map((name) => ({ name, head: headOf('stalls'), rows })));
  const files = unzipSync(new Uint8Array(await file.arrayBuffer()));
  for (const [path, content] of Object.entries(files))
    files[path] = strToU8(change(path, strFromU8(content)));
  return zipSync(files);
}

describe('a file with something that its reader would leave out', () => {
  it.each<[string, string[], string[]]>([
    [
      'a quote that is never closed',
      ['Uno;;;;', '"Dos;;;;', 'Tres;;;;', 'Cuatro;;;;'],
      ['2 Uno', '3 quotes'],
    ],
    [
      'a quote that is closed rows later',
      ['Uno;;;;', '"Dos;;;;', 'Tres";;;;', 'Cuatro;;;;'],
      ['2 Uno', '3 quotes', '4 Cuatro'],
    ],
    ['a quote in the last row', ['Uno;;;;', '"Dos;;;;'], ['2 Uno', '3 quotes']],
    [
      'quotes inside of a cell',
      ['Uno;;;;', '"El ""Dos""";;;;', 'Tubo 5";;;;'],
      ['2 Uno', '3 El "Dos"', '4 Tubo 5"'],
    ],
  ])('names the row with %s', async (_, lines, rows) => {
    expect(await readRows(csv(...lines))).toEqual({ rows, left: [] });
  });

  it('names a formula without a result, an error, a hidden row and a truth value', async () => {
    const spoiled = await workbook(['Estantes'], (_, xml) =>
      xml
        .replace(/<c r="E2"[^>]*>.*?<\/c>/, '<c r="E2"><f>1+1</f></c>')
        .replace(/<c r="E3"[^>]*>.*?<\/c>/, '<c r="E3" t="e"><f>1/0</f><v>#DIV/0!</v></c>')
        .replace('<row r="4"', '<row r="4" hidden="1"')
        .replace(/<c r="E5"[^>]*>.*?<\/c>/, '<c r="E5" t="b"><v>1</v></c>'),
    );
    expect(await readRows(spoiled)).toEqual({
      rows: ['2 formula', '3 formula', '4 hidden', '5 not-amount'],
      left: [],
    });
  });

  it('reads the sheet of the template by its name, and names hidden and other ones', async () => {
    const names = ['Viejos', 'Estantes', 'estantes (2)'];
    const hidden = await workbook(names, (_, xml) =>
      xml.replace('name="Viejos"', 'state="hidden" name="Viejos"'),
    );
    expect(await readRows(hidden)).toMatchObject({
      rows: ['2 Uno', '3 Dos', '4 Tres', '5 Cuatro'],
      left: [
        { name: 'Viejos', why: 'hidden' },
        { name: 'estantes (2)', why: 'name' },
      ],
    });
  });
});
