import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '#src/extras/notebook/client/files/decode-text.ts';
import { readCells, readSheets, type ReadFile } from '#src/extras/notebook/client/files/read-sheets.ts';
import { findTable, guessKind } from '#src/extras/notebook/domain/find-table.ts';
import { readLines, type Edits } from '#src/extras/notebook/domain/read-lines.ts';
import {
  csvOf,
  latin1,
  owedOf,
  personOf,
  stallOf,
  untidyCustomers,
  untidyProducts,
  untidyStalls,
} from '#tests/extras/notebook/untidy-sheet.ts';

const none: Edits = { cells: new Map(), kept: new Set() };
const rowsOf = (read: ReadFile): string[][] => ('sheets' in read ? (read.sheets[0]?.rows ?? []) : []);
const letters = (text: string): string => text.toLocaleLowerCase('es');

describe('the table in an untidy sheet', () => {
  it.each([';', ',', '\t', '|'])(
    'is found between titles, empty rows and sums, split by %j',
    async (separator) => {
      const rows = rowsOf(await readSheets('a.csv', latin1(csvOf(untidyStalls(80), separator))));
      const table = findTable('stalls', rows);
      expect(table.columns).toEqual([null, 'name', 'ownerName', 'phone', 'amount', null]);
      expect(table.rows).toHaveLength(80);
      expect(table.skipped.map(({ why }) => why)).toEqual([
        'title',
        'empty',
        'title',
        'empty',
        'title',
        'empty',
        'total',
      ]);
      const entries = readLines('stalls', table.rows, table.columns, none);
      expect(entries.flatMap(({ faults }) => faults)).toEqual([]);
      for (const [n, { line }] of entries.entries()) {
        expect(line).toMatchObject({ name: stallOf(n), ...(owedOf(n) > 0 && { amount: owedOf(n) }) });
        expect(letters(line && 'ownerName' in line ? line.ownerName : '')).toBe(letters(personOf(n)));
      }
    },
  );

  it("carries a merged stall's name over its products, and matches customers by every spelling of a document", () => {
    const products = findTable('products', untidyProducts(80, 400));
    const goods = readLines('products', products.rows, products.columns, none);
    expect(goods.filter(({ line }) => line !== null)).toHaveLength(400);
    expect(new Set(goods.map(({ values }) => values.stall)).size).toBe(80);
    const customers = findTable('customers', untidyCustomers(300));
    const people = readLines('customers', customers.rows, customers.columns, none);
    expect(people.filter(({ line }) => line !== null)).toHaveLength(300);
    const again = readLines('customers', [...customers.rows, ...customers.rows], customers.columns, none);
    expect(again.filter(({ faults }) => faults.some(({ code }) => code === 'same'))).toHaveLength(300);
  });

  it('shows its contents by its head', () => {
    expect(guessKind('customers', untidyStalls(4))).toBe('stalls');
    expect(guessKind('stalls', untidyProducts(2, 4))).toBe('products');
    expect(guessKind('stalls', untidyCustomers(4))).toBe('customers');
  });

  it('is read without a head by its contents', () => {
    const rows = untidyCustomers(20).slice(2);
    expect(findTable('customers', rows).columns).toEqual(['name', 'identificacion', 'phone', 'amount']);
  });

  it('has each fault reported with its cell, and accepts corrections', () => {
    const rows = [
      ['Puesto', 'Teléfono', 'Debe'],
      ['Uno', '3105550', '5.000'],
      ['', '3105550102', 'debe 20 mil'],
      ['Dos', '3105550103', '1000'],
      ['DOS', '3105550103', '1000'],
      ['Tres', '3105550103', '99.000.000'],
    ];
    const { rows: found, columns } = findTable('stalls', rows);
    const codes = (edits: Edits) =>
      readLines('stalls', found, columns, edits).map(({ faults }) => faults.map(({ code }) => code));
    expect(codes(none)).toEqual([
      ['phone'],
      ['missing', 'not-amount'],
      [],
      ['same'],
      ['too-much', 'same-phone'],
    ]);
    const cells = new Map([
      [2, { phone: '3105550101' }],
      [3, { name: 'Cero', amount: '20000' }],
      [6, { amount: '0' }],
    ]);
    expect(codes({ cells, kept: new Set([6]) })).toEqual([[], [], [], ['same'], []]);
  });

  it('refuses an identification that a spreadsheet spoiled and an amount that is not whole pesos', () => {
    const rows = [
      ['Cliente', 'Cédula', 'Saldo a favor'],
      ['Ana', '1,02346E+09', '1000'],
      ['Eva', '="1023456794"', '3300.0000000000005'],
      ['Luz', '1023456791.0', '50.000-'],
      ['Sol', '1985-03-04', '$ (20.000,00)'],
      ['Mar', '1023456789012345678', '5E+04'],
      ['Paz', '00000000', '50.000 + 20.000'],
    ];
    const { rows: found, columns } = findTable('customers', rows);
    const read = readLines('customers', found, columns, none);
    expect(
      read.map(({ faults }) => faults.map((fault) => ('why' in fault ? fault.why : fault.code))),
    ).toEqual([
      ['scientific'],
      [],
      ['negative', 'decimals'],
      ['negative', 'date'],
      ['scientific', 'long'],
      ['unreadable', 'zeros'],
    ]);
    expect(read[1]?.line).toMatchObject({ identificacion: '1023456794', amount: 3_300 });
  });

  it('never throws, and sends nothing of a row with a fault', () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('Puesto', 'Cédula', '1.234', '310 555 0101', ''),
    );
    const sheet = fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 12 });
    fc.assert(
      fc.property(sheet, fc.constantFrom('stalls', 'points', 'products', 'customers'), (rows, kind) => {
        const table = findTable(kind, rows);
        const entries = readLines(kind, table.rows, table.columns, none);
        const counted = entries.length + table.skipped.length;
        expect(counted).toBeLessThanOrEqual(rows.length);
        for (const { line, faults } of entries) expect(line === null).toBe(faults.length > 0);
      }),
    );
  });
});

describe('the encoding of a file', () => {
  it('is that of its program', () => {
    const text = 'Dueñ@;vlr;Ñame';
    expect(decodeText(new TextEncoder().encode(text))).toBe(text);
    expect(decodeText(latin1(text))).toBe(text);
    expect(
      decodeText(Uint8Array.from([0xff, 0xfe, ...Array.from(text).flatMap((one) => [one.charCodeAt(0), 0])])),
    ).toBe(text);
  });

  it('may follow a byte order mark and the separator', () => {
    expect(rowsOf(readCells('a', '\uFEFFsep=|\r\na;b|c'))).toEqual([['a;b', 'c']]);
    expect(rowsOf(readCells('a', '\uFEFFa;b'))).toEqual([['a', 'b']]);
  });

  it('is rejected for a picture or an old workbook', async () => {
    expect(await readSheets('a', Uint8Array.from([0xd0, 0xcf, 0x11]))).toEqual({ unreadable: 'old-excel' });
    expect(await readSheets('a', Uint8Array.from([0x89, 0x50, 0, 1]))).toEqual({ unreadable: 'not-a-sheet' });
    expect(await readSheets('a', Uint8Array.from([0x50, 0x4b, 3, 4]))).toEqual({ unreadable: 'not-a-sheet' });
    expect(await readSheets('a', new Uint8Array())).toEqual({ unreadable: 'empty' });
  });
});
