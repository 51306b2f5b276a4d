import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  documentTypes,
  isSameDocument,
  readIdentification,
  splitIdentification,
  writeIdentification,
  type DocumentType,
} from '#src/domain/identification.ts';

const signs = ['', '.', ' ', '-', ',', '\u00a0', '\u2019', '\u2013', '/'];
const digits = fc.stringMatching(/^\d{6,11}$/);
const passport = fc.stringMatching(/^[A-Z]{1,2}\d{6,7}$/);
const document = fc.oneof(
  fc.record({ type: fc.constantFrom(...documentTypes), number: digits }),
  fc.record({ type: fc.constant<DocumentType>('PA'), number: passport }),
);

/** Spellings of one document: separators anywhere, either case, and the type where required or optional. */
const spelling = fc
  .record({
    document,
    between: fc.array(fc.constantFrom(...signs), { minLength: 12, maxLength: 12 }),
    isLower: fc.boolean(),
    isTypeSaid: fc.boolean(),
  })
  .map(({ document: { type, number }, between, isLower, isTypeSaid }) => {
    const bare = /^\d+$/.test(number) ? type === 'CC' : type === 'PA' && !number.startsWith('PA');
    const head = bare && !isTypeSaid ? '' : `${type} `;
    const spelled = (head + number)
      .split('')
      .map((letter, place) => letter + (between[place % 12] ?? ''))
      .join('');
    return { document: { type, number }, text: (isLower ? spelled.toLowerCase() : spelled).trim() };
  });

describe('a document', () => {
  it.each([
    ['24.684.521', 'CC', '24684521'],
    ['24684521', 'CC', '24684521'],
    ['c.c. 24 684-521', 'CC', '24684521'],
    ['ppt 1234567', 'PPT', '1234567'],
    ['T.I. 1.098.765.432', 'TI', '1098765432'],
    ['NIT 900.123.456-7', 'NIT', '9001234567'],
    ['AO123456', 'PA', 'AO123456'],
    ['pa ao-123456', 'PA', 'AO123456'],
    ['-', 'PA', '-'],
  ])('%j is %s %s', (text, type, number) => {
    expect(readIdentification(text)).toEqual({ type, number });
  });

  it('of a passport that starts like another type survives the form on which it was chosen', () => {
    expect(writeIdentification('PA', 'CC000000')).toBe('PA CC000000');
    expect(readIdentification('PA CC000000')).toEqual({ type: 'PA', number: 'CC000000' });
    expect(writeIdentification('PA', 'PA CC000000')).toBe('PA CC000000');
    expect(writeIdentification('PA', 'AB123456')).toBe('PA AB123456');
  });

  it('is one, in any spelling, and survives a form', () => {
    fc.assert(
      fc.property(spelling, ({ document: { type, number }, text }) => {
        // Without a type, a passport that starts like another type is read as that type.
        const letters = text.replaceAll(/[^\p{L}\p{N}]/gu, '');
        fc.pre(!(type === 'PA' && /^(CC|TI|CE|PPT|NIT)\d/i.test(letters)));
        const read = readIdentification(text);
        const isPassportTwice = type === 'PA' && number.startsWith('PA');
        expect(read).toEqual({ type, number: isPassportTwice ? number.slice(2) : number });
        const parts = splitIdentification(text);
        expect(isSameDocument(writeIdentification(parts.type, parts.number), text)).toBe(true);
        expect(isSameDocument(writeIdentification(type, number), text)).toBe(true);
      }),
    );
  });
});
