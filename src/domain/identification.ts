/**
 * A person's document in free form, and the person it identifies. The wire and every table store the text
 * (`identificacion`); comparisons use its type and its number in one normal form.
 */
export const documentTypes = ['CC', 'TI', 'CE', 'PPT', 'PA', 'NIT'] as const;
export type DocumentType = (typeof documentTypes)[number];
type Identification = { type: DocumentType; number: string };

/** Reason why a text identifies no person. The last four are how a spreadsheet spoils a number. */
export type IdentificationFault =
  | 'short'
  | 'zeros'
  | 'wrong-digit'
  | 'unclear-digit'
  | 'decimals'
  | 'scientific'
  | 'long'
  | 'date';

/** `isSaid`: the text names its type. `digit`: what follows the last hyphen was read as a check digit. */
type Parsed = Identification & { isSaid: boolean; digit: 'none' | 'right' | 'wrong' };

const fewest = 4;

/** Characters that people type between digits. */
const between = /[ .,:\-'/_#°\u2019\u00b7\u00a0\u2007\u2009\u200a\u2010-\u2015\u202f\u2212]/g;
/** Types and words before a number. As whole words only: a passport NO123456 keeps its letters. */
const typeAhead =
  /^(?:(C\.? ?C|T\.? ?I|C\.? ?E|P\.? ?P\.? ?T|N\.? ?I\.? ?T)|P\.? ?A|P\.? ?P|PAS|PASAPORTE)(?![A-Z0-9])[^A-Z0-9]*/i;
const wordAhead = /^(?:(?:C[EÉ]DULA|N[UÚ]MERO|NRO|NO)(?![A-Z0-9])|N[°º]|#)[^A-Z0-9]*/i;
const joinedType = /^(CC|TI|CE|PPT|NIT|PA)(?=\d)/;
const withDigit = /^([\d., ']+?) ?[-\u2010-\u2015\u2212] ?(\d)$/;
/** The zeros that a spreadsheet writes after a whole number. */
const zeroCents = /^(\d{5,}|\d{1,3}(?:\.\d{3})+(?=,)|\d{1,3}(?:,\d{3})+(?=\.))[.,]0{1,2}$/;

/**
 * "24.684.521", "0024684521", "cc 24684521" and "Cédula No. 24-684-521" are one CC. A number without a type is
 * a CC, one with letters a passport. A text without letters and digits is its own number.
 */
export function readIdentification(text: string): Identification {
  const { type, number } = parse(text);
  return { type, number };
}

/** The key by which documents are compared: "CC 24684521". */
export function documentKey(text: string): string {
  const { type, number } = parse(text);
  return `${type} ${number}`;
}

export function isSameDocument(one: string, other: string): boolean {
  return documentKey(one) === documentKey(other);
}

/** Returns why the text identifies no person, or null. */
export function identificationFault(text: string): IdentificationFault | null {
  const { type, number, digit } = parse(text);
  if (digit === 'wrong') return type === 'NIT' ? 'wrong-digit' : 'unclear-digit';
  if (/^0+$/.test(number)) return 'zeros';
  return number.replaceAll(/[^\p{L}\p{N}]/gu, '').length < fewest ? 'short' : null;
}

/** The same for a cell of a sheet, in which a spreadsheet may have spoiled the number. */
export function cellFault(cell: string): IdentificationFault | null {
  const text = cell.trim();
  if (/^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4})(?:[T ].*)?$/.test(text)) return 'date';
  if (/^[\d.,]+e[+-]?\d+$/i.test(text)) return 'scientific';
  if (/^[\d., ']*[.,](?:\d{1,2}|\d{4,})$|^\d{4,}[.,]\d{3}$/.test(text)) return 'decimals';
  if (/^\d{16,}$/.test(joinedDocument(text))) return 'long';
  return identificationFault(text);
}

/**
 * Returns the key under which a text without a type would be a NIT: a number with its valid check digit, which
 * companies and people have. Null for any other text.
 */
export function possibleNit(text: string): Identification | null {
  const { number, isSaid, digit } = parse(text);
  return !isSaid && digit === 'right' ? { type: 'NIT', number } : null;
}

/**
 * Returns the number by which two documents may belong to one person, or null. A TI keeps its number as a CC, a
 * person's NIT is their CC, and older passports have it too; CE and PPT are numbered separately. A refused or
 * unseparated check digit is left out.
 */
export function sharedNumber(text: string): string | null {
  const { type, number } = parse(text);
  if (type === 'CE' || type === 'PPT' || !/^\d+(?:-\d)?$/.test(number)) return null;
  const base = number.replace(/-\d$/, '');
  const isNit = /^[89]\d{9}$/.test(base) && checkDigit(base.slice(0, 9)) === Number(base.slice(9));
  return (isNit ? base.slice(0, 9) : base).replace(/^0+/, '') || null;
}

/** Returns the text without separators, also for a number that is half typed. */
export function joinedDocument(text: string): string {
  return text.replaceAll(between, '').replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** Returns a form's choice; anything unknown is a CC. */
export function readDocumentType(text: string): DocumentType {
  return documentTypes.find((type) => type === text) ?? 'CC';
}

/**
 * Returns the wire's text of a chosen type and a typed number: the type of a CC is omitted, and no type is
 * repeated.
 */
export function writeIdentification(type: DocumentType, typed: string): string {
  const text = typed.trim();
  const read = parse(text);
  // A passport's own letters may look like another type: a passport "CC 123456" names its type.
  const isSaid = read.isSaid && (type !== 'PA' || read.type === 'PA');
  return type === 'CC' || text === '' || isSaid ? text : `${type} ${text}`;
}

/** Splits a text into the two parts that forms show, with the number as it was typed. */
export function splitIdentification(text: string): Identification {
  const { type, number, isSaid } = parse(text);
  return { type, number: isSaid ? number : text };
}

function parse(text: string): Parsed {
  const whole = text.normalize('NFC').replaceAll(/\s/g, ' ').trim();
  let rest = whole.replace(/^[^\p{L}\p{N}#]+/u, '');
  let said: DocumentType | null = null;
  for (;;) {
    const [type, name] = (said === null ? typeAhead.exec(rest) : null) ?? [];
    const ahead = type ?? wordAhead.exec(rest)?.[0];
    if (ahead === undefined) break;
    if (type !== undefined) said = typeOf(name);
    rest = rest.slice(ahead.length);
  }
  const joined = joinedDocument(rest);
  const [, name] = (said === null ? joinedType.exec(joined) : null) ?? [];
  if (name !== undefined) said = typeOf(name);
  const number = joined.slice(name?.length ?? 0);
  if (/^\d+$/.test(number)) return ofDigits(number, rest.replace(/^\D+/, ''), said);
  const isPassport = number !== '' && (said === null || said === 'PA');
  return {
    type: 'PA',
    number: isPassport ? number : joinedDocument(whole) || whole,
    isSaid: isPassport && said === 'PA',
    digit: 'none',
  };
}

function typeOf(name: string | undefined): DocumentType {
  return documentTypes.find((type) => type === joinedDocument(name ?? '')) ?? 'PA';
}

/** `typed`: the same number with its separators. */
function ofDigits(joined: string, typed: string, said: DocumentType | null): Parsed {
  const type = said ?? 'CC';
  const isSaid = said !== null;
  const whole = zeroCents.exec(typed)?.[1];
  const number = withoutZeros(type, whole === undefined ? joined : joinedDocument(whole));
  const [, before, last] = withDigit.exec(typed) ?? [];
  let [base, digit] = [joinedDocument(before ?? ''), last ?? ''];
  // No company and no person has a NIT of ten digits that begins with 8 or 9: the last one is its check digit.
  if (type === 'NIT' && base === '' && /^[89]\d{9}$/.test(number))
    [base, digit] = [number.slice(0, 9), number.slice(9)];
  const hasDigit = type === 'NIT' ? base !== '' : type === 'CC' && base.length >= 7 && base.length <= 10;
  if (!hasDigit) return { type, number, isSaid, digit: 'none' };
  return checkDigit(base) === Number(digit)
    ? { type, number: withoutZeros(type, base), isSaid, digit: 'right' }
    : { type, number: `${base}-${digit}`, isSaid, digit: 'wrong' };
}

/** A card's barcode begins with zeros. A NIT and a passport are as long as they are. */
function withoutZeros(type: DocumentType, number: string): string {
  return type === 'NIT' || type === 'PA' ? number : number.replace(/^0+(?=\d)/, '');
}

/** Weights of the digits of a NIT, from the last. */
const weights = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71];

function checkDigit(base: string): number {
  const digits = base.split('').reverse();
  const rest = digits.reduce((sum, digit, place) => sum + Number(digit) * (weights[place] ?? 0), 0) % 11;
  return rest > 1 ? 11 - rest : rest;
}
