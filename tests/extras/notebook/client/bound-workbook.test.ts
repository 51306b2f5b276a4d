import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { xlsxFile } from '#src/client/device/files/xlsx-file.ts';
import { boundWorkbook } from '#src/extras/notebook/client/files/bound-workbook.ts';
import { readSheets } from '#src/extras/notebook/client/files/read-sheets.ts';
import { forSuite } from '#tests/support/suite.ts';

const sheetOf = /^xl\/worksheets\/[^/]+\.xml$/;

describe('an imported workbook', () => {
  const plain = forSuite(async () => {
    const rows = [
      ['Ana', 1],
      ['Luz', 2],
    ];
    const file = await xlsxFile([{ name: 'Clientes', head: ['Nombre', 'Saldo'], rows }]);
    return { bytes: new Uint8Array(await file.arrayBuffer()) };
  });
  const read = [
    ['Nombre', 'Saldo'],
    ['Ana', '1'],
    ['Luz', '2'],
  ];

  /** The same with more rows after its last one. */
  function withRows(added: string): Uint8Array {
    const files = unzipSync(plain.bytes);
    for (const [name, content] of Object.entries(files))
      if (sheetOf.test(name))
        files[name] = strToU8(strFromU8(content).replace('</sheetData>', `${added}</sheetData>`));
    return zipSync(files);
  }

  it('is unchanged when no cell is far away', async () => {
    expect(boundWorkbook(plain.bytes)).toMatchObject({ bytes: plain.bytes });
    expect(await readSheets(plain.bytes)).toMatchObject({ sheets: [{ name: 'Clientes', rows: read }] });
  });

  it.each([
    ['a row', '<row r="1048576" ht="15"/>'],
    ['a formatted cell in the last row', '<row r="1048576"><c r="H1048576" s="1"/></row>'],
    ['a formatted cell in the last column', '<row r="4"><c r="XFD4" s="1"></c></row>'],
    ['a cell in the last column with an empty value', '<row r="4"><c r="XFD4" s="1"><v/></c></row>'],
  ])('is read without %s that a spreadsheet left behind (C7)', async (_what, row) => {
    expect(await readSheets(withRows(row))).toMatchObject({ sheets: [{ name: 'Clientes', rows: read }] });
  });

  it.each([
    ['H1048576', '<row r="1048576"><c r="H1048576"><v>1</v></c></row>'],
    ['XFD1048576', '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>'],
    ['GT4', '<row r="4"><c r="GT4"><v>1</v></c></row>'],
    ['A40001', '<row r="40001"><c r="A40001"><v>1</v></c></row>'],
  ])('is refused with a message when text is in %s (C7)', async (cell, row) => {
    expect(await readSheets(withRows(row))).toEqual({ unreadable: 'far-cell', cell });
  });

  it('is not unpacked when it would be larger than a phone can hold', async () => {
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(61_000_000) });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await readSheets(bomb)).toEqual({ unreadable: 'too-large' });
  });

  it('with a million unclosed tags is refused as no sheet', async () => {
    expect(await readSheets(withRows('<row r="50000"><c r="A50000"'.repeat(1_000_000)))).toMatchObject({
      unreadable: expect.any(String),
    });
  });
});
