/**
 * A person's document as people write it, and the one person it means. The wire and every table carry the text
 * (`identificacion`); what is compared is its type and its number, without dots, spaces, hyphens and case.
 */
export const documentTypes = ['CC', 'TI', 'CE', 'PPT', 'PA', 'NIT'] as const;
export type DocumentType = (typeof documentTypes)[number];
type Identification = { type: DocumentType; number: string };

/** Characters that people put between digits. */
const between = /[ .,:\-'/_\u2019\u00b7\u00a0\u2007\u2009\u200a\u2010-\u2015\u202f\u2212]/g;
const typeAhead = /^(?:(CC|TI|CE|PPT|NIT)(?=\d)|((?:PA)+)(?=[A-Z]{0,3}\d))/;

/**
 * "24.684.521", "cc 24684521" and "C.C. 24-684-521" are one CC. A number without a type is a CC, one with letters a
 * passport. What has no letter and no digit at all is its own number.
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

/** Without what people put between: also of a number that is half typed. */
export function joinedDocument(text: string): string {
  return text.replaceAll(between, '').replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** Of a form's choice; what is none is a CC. */
export function readDocumentType(text: string): DocumentType {
  return documentTypes.find((type) => type === text) ?? 'CC';
}

export function isSameDocument(one: string, other: string): boolean {
  const [a, b] = [readIdentification(one), readIdentification(other)];
  return a.type === b.type && a.number === b.number;
}

/** As the wire carries what was chosen and typed: the type of a CC is not written, and none is written twice. */
export function writeIdentification(type: DocumentType, typed: string): string {
  const text = typed.trim();
  const read = readIdentification(text);
  // A passport's own letters may look like another type: "CC 123456" of a passport says that it is one.
  const isSaid = read.number !== joinedDocument(text) && (type !== 'PA' || read.type === 'PA');
  return type === 'CC' || text === '' || isSaid ? text : `${type} ${text}`;
}

/** The two parts of a text as forms show them: the number as it was typed. */
export function splitIdentification(text: string): Identification {
  const { type, number } = readIdentification(text);
  return { type, number: number === joinedDocument(text) ? text : number };
}
