import { emailForm, maxLength } from '#src/contract/limits.ts';
import { maxOpeningOfCustomer, maxOpeningOfStall } from '#src/contract/operations/opening-limits.ts';
import { cellFault, documentKey, type IdentificationFault } from '#src/domain/identification.ts';
import { plainName } from '#src/domain/plain-name.ts';
import { type AmountFault, readAmount } from '#src/domain/read-amount.ts';
import type { CustomerLine, StallLine } from '#src/extras/notebook/contract/schemas.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { type Field, type Table, template, type Unsound } from './template.ts';

/** A fault of a row: its cell, and the values that its sentence names. */
export type Fault =
  | { code: 'missing' | 'too-long' | 'email'; field: Field }
  | { code: 'document'; field: 'identificacion'; why: IdentificationFault }
  | { code: 'phone'; field: 'phone'; digits: number }
  | { code: 'not-amount'; field: 'amount'; why: AmountFault }
  | { code: 'too-much'; field: 'amount'; max: number }
  | { code: 'same'; field: Field; row: number }
  | { code: 'formula' | 'sum'; field: Field }
  /** `cell`: its text. These concern no column of the template. */
  | { code: 'beyond' | Unsound; field: null; cell: string };

export type AnyLine = StallLine | CustomerLine;
export type Values = Partial<Record<Field, string>>;

/** A row as read: the values of its cells, and the line to send if it has no fault. */
export type Entry = { row: number; values: Values; line: AnyLine | null; faults: Fault[] };

/** Returns every row with its faults. The second of two equal rows has the fault. */
export function readLines({ kind, rows }: Table): Entry[] {
  const seen = new Map<string, number>();
  return rows.map(({ row, cells, unsound }) => {
    const values = valuesOf(kind, cells);
    const faults = wholeFaults(kind, cells, values, unsound);
    if (faults.length > 0) return { row, values, line: null, faults };
    const line = readLine(kind, row, values, faults);
    const field = kind === 'customers' ? 'identificacion' : 'name';
    const said = values[field];
    if (said !== undefined) {
      const key = kind === 'customers' ? documentKey(said) : plainName(said);
      const first = seen.get(key);
      if (first === undefined) seen.set(key, row);
      else faults.push({ code: 'same', field, row: first });
    }
    return { row, values, line: faults.length > 0 ? null : line, faults };
  });
}

function valuesOf(kind: Table['kind'], cells: readonly string[]): Values {
  const values: Values = {};
  for (const [place, { field }] of template[kind].entries()) {
    const text = joined(cells[place] ?? '');
    // People write ="0123" to keep a number as text.
    const plain = /^="([^"]*)"$/.exec(text)?.[1] ?? text;
    if (plain !== '') values[field] = plain;
  }
  return values;
}

function joined(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** A formula without a result, and the error of one, in English and Spanish: "=", "#REF!", "#¿NOMBRE?", "#N/D". */
const formula = /^=|^#(?:[¡¿]?[\p{L}\d/]+[!?]|N\/[AD])$/iu;
const sums: ReadonlySet<string> = new Set(['total', 'totales', 'gran total', 'subtotal', 'suma', 'sumas']);

/** Returns the faults that leave nothing else to say about a row. */
function wholeFaults(
  kind: Table['kind'],
  cells: readonly string[],
  values: Values,
  unsound: Unsound | null,
): Fault[] {
  const [first = ''] = Object.values(values);
  if (unsound !== null) return [{ code: unsound, field: null, cell: first }];
  const faults: Fault[] = [];
  for (const { field } of template[kind])
    if (formula.test(values[field] ?? '')) faults.push({ code: 'formula', field });
  const beyond = joined(cells.slice(template[kind].length).join(' '));
  if (beyond !== '') faults.push({ code: 'beyond', field: null, cell: beyond });
  if (kind === 'stalls' && sums.has(plainName(values.name ?? '')))
    faults.push({ code: 'sum', field: 'name' });
  return faults;
}

function readLine(kind: Table['kind'], row: number, values: Values, faults: Fault[]): AnyLine {
  const { name = '', ownerName, identificacion = '' } = values;
  if (name === '') faults.push({ code: 'missing', field: 'name' });
  if (kind === 'customers' && identificacion === '')
    faults.push({ code: 'missing', field: 'identificacion' });
  for (const field of ['name', 'ownerName', 'identificacion'] as const) {
    const longest = field === 'identificacion' ? maxLength.identificacion : maxLength.ownerName;
    if ((values[field] ?? '').length > longest) faults.push({ code: 'too-long', field });
  }
  const why = identificacion === '' ? null : cellFault(identificacion);
  if (why !== null) faults.push({ code: 'document', field: 'identificacion', why });
  const phone = phoneOf(values, faults);
  const email = emailOf(values, faults);
  const amount = amountOf(kind, values, faults);
  const rest = {
    ...(phone !== null && { phone }),
    ...(email !== null && { email }),
    ...(amount !== null && { amount: toAmount(amount) }),
  };
  return kind === 'customers'
    ? { row, name, identificacion, ...rest }
    : { row, name, ownerName: ownerName ?? name, ...rest };
}

function phoneOf({ phone = '' }: Values, faults: Fault[]): string | null {
  const read = readPhone(phone);
  if (read === null) return null;
  if ('phone' in read) return read.phone;
  faults.push({ code: 'phone', field: 'phone', digits: read.digits });
  return null;
}

function emailOf({ email = '' }: Values, faults: Fault[]): string | null {
  const text = email.toLowerCase();
  if (text === '') return null;
  if (emailForm.test(text)) return text;
  faults.push({ code: 'email', field: 'email' });
  return null;
}

/** Returns null for an empty cell or 0. */
function amountOf(kind: Table['kind'], { amount = '' }: Values, faults: Fault[]): number | null {
  const read = readAmount(amount);
  if (read === null) return null;
  if (!('amount' in read)) {
    faults.push({ code: 'not-amount', field: 'amount', why: read.fault });
    return null;
  }
  const max = kind === 'stalls' ? maxOpeningOfStall : maxOpeningOfCustomer;
  if (read.amount > max) faults.push({ code: 'too-much', field: 'amount', max });
  return read.amount === 0 ? null : read.amount;
}

/** Returns ten digits as the wire carries them, the count of digits when it is not a phone, or null for an empty cell. */
function readPhone(cell: string): { phone: string } | { digits: number } | null {
  const text = cell.trim();
  if (text === '' || /^[-—–.]+$/.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '').replace(/^(?:00)?57(?=\d{10}$)/, '');
  return digits.length === 10 ? { phone: digits } : { digits: digits.length };
}
