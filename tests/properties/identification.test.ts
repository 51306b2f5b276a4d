import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cellFault,
  documentKey,
  documentTypes,
  identificationFault,
  isSameDocument,
  possibleNit,
  readIdentification,
  sharedNumber,
  splitIdentification,
  writeIdentification,
  type DocumentType,
  type IdentificationFault,
} from '#src/domain/identification.ts';

const signs = ['', '.', ' ', ',', '\u00a0', '\u2019', '/'];
const digits = fc.stringMatching(/^[1-9]\d{5,10}$/);
const passport = fc.stringMatching(/^[A-Z]{1,2}\d{6,7}$/);
const document = fc
  .oneof(
    fc.record({ type: fc.constantFrom(...documentTypes), number: digits }),
    fc.record({ type: fc.constant<DocumentType>('PA'), number: passport }),
  )
  // The last of these ten digits would be a check digit.
  .filter(({ type, number }) => type !== 'NIT' || !/^[89]\d{9}$/.test(number));

/** Spellings of one document: separators anywhere, either case, words, and the type where required or optional. */
const spelling = fc
  .record({
    document,
    between: fc.array(fc.constantFrom(...signs), { minLength: 12, maxLength: 12 }),
    word: fc.constantFrom('', 'No. ', 'Número ', '# ', 'N° '),
    zeros: fc.constantFrom('', '0', '000'),
    isLower: fc.boolean(),
    isTypeSaid: fc.boolean(),
  })
  .map(({ document: { type, number }, between, word, zeros, isLower, isTypeSaid }) => {
    const isBare = /^\d+$/.test(number) ? type === 'CC' : true;
    const head = (isBare && !isTypeSaid ? '' : `${type} `) + word;
    const ahead = type === 'PA' || type === 'NIT' ? '' : zeros;
    const spelled = (ahead + number)
      .split('')
      .map((letter, place) => letter + (between[place % 12] ?? ''))
      .join('');
    const text = (head + spelled).replace(/[ .,/\u00a0\u2019]+$/, '');
    return { document: { type, number }, text: isLower ? text.toLowerCase() : text };
  });

describe('a document', () => {
  it.each([
    ['24.684.521', 'CC', '24684521'],
    ['24684521', 'CC', '24684521'],
    ['c.c. 24 684-521', 'CC', '24684521'],
    ['7-1-2-3-4-5-6-7', 'CC', '71234567'],
    ['ppt 1234567', 'PPT', '1234567'],
    ['T.I. 1.098.765.432', 'TI', '1098765432'],
    ['ce0445566', 'CE', '445566'],
    ['NIT 900.123.456-8', 'NIT', '900123456'],
    ['AO123456', 'PA', 'AO123456'],
    ['pa ao-123456', 'PA', 'AO123456'],
    ['PA 0012345', 'PA', '0012345'],
    ['NO123456', 'PA', 'NO123456'],
    ['No. AB123456', 'PA', 'AB123456'],
    ['Pasaporte No. 123456', 'PA', '123456'],
    ['-', 'PA', '-'],
  ])('%j is %s %s', (text, type, number) => {
    expect(readIdentification(text)).toEqual({ type, number });
  });

  it.each([
    ['31234567', '0031234567'],
    ['TI 1098765432', 'TI 0001098765432'],
    ['NIT 900123456', 'NIT 900.123.456-8'],
    ['NIT 900123456', 'NIT 9001234568'],
    ['NIT 900123456', 'N.I.T. No. 900123456 - 8'],
    ['31234568', 'Cédula 31234568'],
    ['31234568', 'cedula no 31234568'],
    ['31234568', 'C.C. # 31234568'],
    ['31234568', 'CC No. 31234568'],
    ['31234568', 'Cédula Nro. 31.234.568'],
    ['31234568', 'Número 31234568'],
    ['31234568', 'N° 31234568'],
    ['31234568', '#31234568'],
    ['1023456789', '1023456789.0'],
    ['1023456792', '1.023.456.792,00'],
    ['PA AB123456', 'PAS AB123456'],
    ['PA AB123456', 'Pasaporte AB123456'],
    ['PA AB123456', 'pp AB 123456'],
    ['AB123456', 'PA AB123456'],
    ['3123456', '3.123.456-4'],
    ['3123456', 'CC 3.123.456-4'],
  ])('%j and %j are one', (one, other) => {
    expect(documentKey(other)).toBe(documentKey(one));
    expect(isSameDocument(one, other)).toBe(true);
  });

  it.each([
    ['31234567', '3123456-7'],
    ['31234564', '3.123.456-4'],
    ['31234568', 'PA 31234568'],
    ['123456', 'NO123456'],
    ['NIT 900123456', '900123456'],
  ])('%j and %j are two', (one, other) => {
    expect(isSameDocument(one, other)).toBe(false);
  });

  it.each<[string, IdentificationFault | null]>([
    ['24684521', null],
    ['1234', null],
    ['NIT 900.123.456-8', null],
    ['3.123.456-4', null],
    ['00000000', 'zeros'],
    ['PA 000000', 'zeros'],
    ['N/A', 'short'],
    ['-', 'short'],
    ['NO', 'short'],
    ['999', 'short'],
    ['CC 0012', 'short'],
    ['NIT 900.123.456-7', 'wrong-digit'],
    ['NIT 9001234567', 'wrong-digit'],
    ['3123456-7', 'unclear-digit'],
    ['900.123.456-7', 'unclear-digit'],
  ])('%j is refused as %s', (text, fault) => {
    expect([identificationFault(text), cellFault(text)]).toEqual([fault, fault]);
  });

  it.each<[string, IdentificationFault | null]>([
    ['1023456794', null],
    ['1.023.456.794', null],
    ['1,023,456,794', null],
    ['1,02346E+09', 'scientific'],
    ['1.02346e9', 'scientific'],
    ['1023456791.0', 'decimals'],
    ['1023456791,000', 'decimals'],
    ['1.023.456.792,00', 'decimals'],
    ['3300.0000000000005', 'decimals'],
    ['1023456789012345678', 'long'],
    ['1985-03-04', 'date'],
    ['4/3/1985', 'date'],
    ['04.03.85', 'date'],
  ])('the cell %j is refused as %s', (cell, fault) => {
    expect(cellFault(cell)).toBe(fault);
  });

  it.each<[string, string | null]>([
    ['CC 0071234567', '71234567'],
    ['TI 71.234.567', '71234567'],
    ['PA 0071234567', '71234567'],
    ['NIT 71.234.567', '71234567'],
    ['NIT 900.123.456-8', '900123456'],
    ['NIT 900.123.456-7', '900123456'],
    ['900.123.456-8', '900123456'],
    ['9001234568', '900123456'],
    ['9001234567', '9001234567'],
    ['3123456-7', '3123456'],
    ['PPT 71234567', null],
    ['CE 71234567', null],
    ['PA AB123456', null],
    ['PA 000000', null],
    ['N/A', null],
  ])('%j may be a document of the person with the number %s', (text, number) => {
    expect(sharedNumber(text)).toBe(number);
  });

  it('may be a NIT when it has a valid check digit and no type', () => {
    expect(possibleNit('900.123.456-8')).toEqual({ type: 'NIT', number: '900123456' });
    for (const text of ['900123456', '900.123.456-7', 'CC 900.123.456-8', 'NIT 900123456-8'])
      expect([text, possibleNit(text)]).toEqual([text, null]);
  });

  it('of a passport that starts like another type survives the form on which it was chosen', () => {
    expect(writeIdentification('PA', 'CC000000')).toBe('PA CC000000');
    expect(readIdentification('PA CC000000')).toEqual({ type: 'PA', number: 'CC000000' });
    expect(writeIdentification('PA', 'PA CC000000')).toBe('PA CC000000');
    expect(writeIdentification('PA', 'AB123456')).toBe('PA AB123456');
    expect(writeIdentification('CC', 'Pasaporte 123456')).toBe('Pasaporte 123456');
    expect(splitIdentification('NIT 900.123.456-8')).toEqual({ type: 'NIT', number: '900123456' });
  });

  it('is one, in any spelling, and survives a form', () => {
    fc.assert(
      fc.property(spelling, ({ document: { type, number }, text }) => {
        // Such a passport starts like a type or a word; the other text ends in cents.
        fc.pre(!(type === 'PA' && /^(?:CC|TI|CE|PA|PP|N|NO)\d/.test(number)) && !/[.,]0{1,2}$/.test(text));
        const read = readIdentification(text);
        expect(read).toEqual({ type, number });
        expect(identificationFault(text)).toBeNull();
        const parts = splitIdentification(text);
        expect(isSameDocument(writeIdentification(parts.type, parts.number), text)).toBe(true);
        expect(isSameDocument(writeIdentification(type, number), text)).toBe(true);
      }),
    );
  });
});
