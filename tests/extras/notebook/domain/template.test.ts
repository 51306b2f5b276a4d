import { describe, expect, it } from 'vitest';
import type { SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import { readLines } from '#src/extras/notebook/domain/read-lines.ts';
import { examplesOf, headOf, readTables } from '#src/extras/notebook/domain/template.ts';
import { owedOf, stallRows } from '#tests/extras/notebook/sheet-rows.ts';

const readTable = (rows: string[][]) =>
  readTables([{ name: null, isHidden: false, rows, unsound: new Map() }]).tables[0] ?? null;
const read = (kind: SheetKind, ...rows: string[][]) => {
  const table = readTable([headOf(kind), ...rows]);
  if (table === null) throw new Error('the template is not recognised');
  return readLines(table);
};
const codes = (kind: SheetKind, ...rows: string[][]) =>
  read(kind, ...rows).map(({ faults }) => faults.map(({ code, field }) => `${code} ${field}`));

describe('the template of a list', () => {
  it('gives the rows below its head with their own numbers, without empty ones and its examples', () => {
    for (const kind of ['stalls', 'customers'] as const) {
      const own = ['Ajíes Ñustes', '1013', '', '', ''];
      const table = readTable([[], headOf(kind), ...examplesOf(kind), ['', '', ''], own]);
      expect(table).toEqual({ kind, rows: [{ row: 6, cells: own, unsound: null }] });
    }
  });

  it('is recognised without accents, capitals and the empty cells that spreadsheets add', () => {
    expect(
      readTable([['NOMBRE DEL ESTANTE', 'dueno', 'telefono', 'Correo Electronico', 'se le debe', '']]),
    ).toEqual({
      kind: 'stalls',
      rows: [],
    });
  });

  it.each<[string, string[]]>([
    ['other heads', ['Puesto', 'Dueño', 'Celular', 'Correo', 'Debe']],
    ['another order', ['Dueño', 'Nombre del estante', 'Teléfono', 'Correo electrónico', 'Se le debe']],
    ['a column less', headOf('stalls').slice(0, 4)],
    ['a column more', [...headOf('stalls'), 'Observaciones']],
    ['no head', ['La Esquina', 'Teresa Bonilla', '', '', '5000']],
  ])('is not a sheet with %s', (_, head) => {
    expect(readTable([head, ['x', 'y']])).toBeNull();
  });

  it('reads every row of a filled list', () => {
    const lines = read('stalls', ...stallRows(200).slice(1)).map(({ line }) => line);
    expect(lines).toHaveLength(200);
    expect(lines.map((line) => line?.amount ?? 0)).toEqual(Array.from({ length: 200 }, (_, n) => owedOf(n)));
  });
});

describe('a row of a list', () => {
  it('becomes a line, with the stall as its owner where the cell is empty', () => {
    expect(
      read('stalls', [' Moras  Güiza ', '', '+57 310 555 0101', 'Ana@Plaza.co', '$ 12.000']),
    ).toMatchObject([
      {
        line: {
          row: 2,
          name: 'Moras Güiza',
          ownerName: 'Moras Güiza',
          phone: '3105550101',
          email: 'ana@plaza.co',
          amount: 12_000,
        },
        faults: [],
      },
    ]);
    expect(read('stalls', ['Total Fresh', '', '', '', ''], ['Suma Paz', '', '', '', ''])).toMatchObject([
      { line: { name: 'Total Fresh' } },
      { line: { name: 'Suma Paz' } },
    ]);
    expect(read('customers', ['Ana', '="0123456794"', '', '', ''])[0]?.line).toMatchObject({
      identificacion: '0123456794',
    });
    expect(read('customers', ['Ana Ruiz', 'CC 1.013', '', '', '0'])[0]?.line).toEqual({
      row: 2,
      name: 'Ana Ruiz',
      identificacion: 'CC 1.013',
    });
  });

  it.each<[string, SheetKind, string[], string[]]>([
    ['without a name', 'stalls', ['', 'Iván Páez', '', '', '5000'], ['missing name']],
    ['without a document', 'customers', ['Ana Ruiz', '', '', '', ''], ['missing identificacion']],
    ['with a name that is too long', 'stalls', ['x'.repeat(61), '', '', '', ''], ['too-long name']],
    ['with seven digits of a phone', 'stalls', ['Uno', '', '3105550', '', ''], ['phone phone']],
    ['with half an email', 'stalls', ['Uno', '', '', 'ana@', ''], ['email email']],
    ['with an amount in words', 'stalls', ['Uno', '', '', '', '20 mil'], ['not-amount amount']],
    ['with cents', 'stalls', ['Uno', '', '', '', '12.50'], ['not-amount amount']],
    ['above the limit', 'stalls', ['Uno', '', '', '', '20.000.001'], ['too-much amount']],
    [
      'with a document that a spreadsheet changed',
      'customers',
      ['Ana', '1,02346E+09', '', '', ''],
      ['document identificacion'],
    ],
    [
      'with an error',
      'customers',
      ['#¿NOMBRE?', '1013', '', '', '#REF!'],
      ['formula name', 'formula amount'],
    ],
    ['with a formula', 'stalls', ['=A1', '', '', '', ''], ['formula name']],
    ['as the sum of the list', 'stalls', ['TOTAL', '', '', '', '10.000'], ['sum name']],
    ['with a note beside it', 'stalls', ['Uno', '', '', '', '5000', 'debe más'], ['beyond null']],
    ['with a debt below zero', 'stalls', ['Uno', '', '', '', '$ (20.000,00)'], ['not-amount amount']],
    ['with two phones', 'stalls', ['Uno', '', '3105550101 / 3115550101', '', ''], ['phone phone']],
    ['with two faults', 'customers', ['', '1013', '310', '', ''], ['missing name', 'phone phone']],
  ])('is left out %s, and its cell is named', (_, kind, row, faults) => {
    expect(codes(kind, row)).toEqual([faults]);
    expect(read(kind, row)[0]?.line).toBeNull();
  });

  it('is left out where an earlier row is the same', () => {
    const stall = ['Café Tres Esquinas', '', '', '', ''];
    expect(codes('stalls', stall, ['CAFE TRES ESQUINAS', '', '', '', ''])).toEqual([[], ['same name']]);
    const person = (document: string) => ['Ana Ruiz', document, '', '', ''];
    expect(codes('customers', person('24.684.777'), person('CC 24684777'), person('24684778'))).toEqual([
      [],
      ['same identificacion'],
      [],
    ]);
  });
});
