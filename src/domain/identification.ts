/**
 * A person's document in free form, and the person it identifies. The wire and every table store the text
 * (`identificacion`); comparisons use its type and its number without dots, spaces, hyphens and case.
 */
export const documentTypes = ['CC', 'TI', 'CE', 'PPT', 'PA', 'NIT'] as const;
export type DocumentType = (typeof documentTypes)[number];
type Identification = { type: DocumentType; number: string };

/** Characters that people type between digits. */
const between = /[ .,:\-'/_\u2019\u00b7\u00a0\u2007\u2009\u200a\u2010-\u2015\u202f\u2212]/g;
const typeAhead = /^(?:(CC|TI|CE|PPT|NIT)(?=\d)|((?:PA)+)(?=[A-Z]{0,3}\d))/;

/**
 * "24.684.521", "cc 24684521" and "C.C. 24-684-521" are one CC. A number without a type is a CC, one with
 * letters a passport. A text without letters and digits is its own number.
 */
export function readIdentification(text: string): Identification {
  const joined = joinedDocument(text) || text.trim();
  const [ahead = '', named, passport] = typeAhead.exec(joined) ?? [];
  const unsaid = passport === undefined && /^\d+$/.test(joined) ? 'CC' : 'PA';
  return {
    type: documentTypes.find((type) => type === named) ?? unsaid,
    number: joined.slice(ahead.length),
  };
}

/** Returns the text without separators, also for a number that is half typed. */
export function joinedDocument(text: string): string {
  return text.replaceAll(between, '').replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** Returns a form's choice; anything unknown is a CC. */
export function readDocumentType(text: string): DocumentType {
  return documentTypes.find((type) => type === text) ?? 'CC';
}

export function isSameDocument(one: string, other: string): boolean {
  const [a, b] = [readIdentification(one), readIdentification(other)];
  return a.type === b.type && a.number === b.number;
}

/**
 * Returns the wire's text of a chosen type and a typed number: the type of a CC is omitted, and no type is
 * repeated.
 */
export function writeIdentification(type: DocumentType, typed: string): string {
  const text = typed.trim();
  const read = readIdentification(text);
  // A passport's own letters may look like another type: a passport "CC 123456" names its type.
  const isSaid = read.number !== joinedDocument(text) && (type !== 'PA' || read.type === 'PA');
  return type === 'CC' || text === '' || isSaid ? text : `${type} ${text}`;
}

/** Splits a text into the two parts that forms show, with the number as it was typed. */
export function splitIdentification(text: string): Identification {
  const { type, number } = readIdentification(text);
  return { type, number: number === joinedDocument(text) ? text : number };
}
