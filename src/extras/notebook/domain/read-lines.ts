import { toAmount } from '#src/contract/brands.ts';
import { emailForm, maxAmount, maxLength } from '#src/contract/limits.ts';
import { maxOpeningOfCustomer, maxOpeningOfStall } from '#src/contract/operations/opening-limits.ts';
import { cellFault, documentKey, type IdentificationFault } from '#src/domain/identification.ts';
import { plainName } from '#src/domain/plain-name.ts';
import { type AmountFault, readAmount } from '#src/domain/read-amount.ts';
import type {
  CustomerLine,
  PointLine,
  ProductLine,
  StallLine,
} from '#src/extras/notebook/contract/schemas.ts';
import { fieldsOf, neededOf, type ColumnField, type SheetKindName } from './columns.ts';
import type { SheetRow } from './find-table.ts';
import { readPhone } from './read-phone.ts';

/** A fault of a row: its cell, and the values that its sentence names. */
export type Fault =
  | { code: 'missing' | 'too-long' | 'email' | 'no-price'; field: ColumnField }
  | { code: 'document'; field: 'identificacion'; why: IdentificationFault }
  | { code: 'phone'; field: 'phone'; digits: number }
  | {
      code: 'not-amount';
      field: 'amount' | 'price';
      text: string;
      why: AmountFault;
      guess?: number | undefined;
    }
  | { code: 'too-much'; field: 'amount' | 'price'; max: number }
  | { code: 'same' | 'same-phone'; field: ColumnField; row: number };

export type AnyLine = StallLine | PointLine | ProductLine | CustomerLine;
export type Values = Partial<Record<ColumnField, string>>;

/** A row as read: the values of its cells, and the line to send if it has no fault. */
export type Entry = { row: number; values: Values; line: AnyLine | null; faults: Fault[] };

export type Edits = {
  /** Cells that a person edited, by row. */
  cells: ReadonlyMap<number, Values>;
  /** Rows that stay unchanged although another has the same phone. */
  kept: ReadonlySet<number>;
};

/** Returns every row with its faults. The second of two equal rows has the fault. */
export function readLines(
  kind: SheetKindName,
  rows: readonly SheetRow[],
  columns: readonly (ColumnField | null)[],
  edits: Edits,
): Entry[] {
  const seen = new Map<string, number>();
  let stall = '';
  return rows.map(({ row, cells }) => {
    const values: Values = { ...valuesOf(cells, columns), ...edits.cells.get(row) };
    // In a cell merged over several rows, only the first row has the value.
    if (kind === 'products') {
      if (values.stall) stall = values.stall;
      else if (values.name) values.stall = stall;
    }
    const entry = readEntry(kind, row, values);
    entry.faults.push(...sameAs(kind, row, values, seen, edits.kept));
    return entry.faults.length > 0 ? { ...entry, line: null } : entry;
  });
}

function valuesOf(cells: readonly string[], columns: readonly (ColumnField | null)[]): Values {
  const values: Values = {};
  for (const [place, field] of columns.entries())
    if (field !== null) {
      const cell = (cells[place] ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
      // Some programs write a number that must stay a text as a formula.
      const text = cell.replace(/^="(.*)"$/, '$1').trim();
      // Two columns for one field: the first filled cell counts.
      if (text !== '' && !values[field]) values[field] = text;
    }
  return values;
}

function readEntry(kind: SheetKindName, row: number, values: Values): Entry {
  const faults: Fault[] = [];
  for (const field of neededOf[kind]) if (!values[field]) faults.push({ code: 'missing', field });
  for (const field of fieldsOf[kind])
    if ((values[field] ?? '').length > longest(kind, field)) faults.push({ code: 'too-long', field });
  const phone = phoneOf(values, faults);
  const email = emailOf(values, faults);
  const amount = moneyOf(kind, values, faults);
  const why = values.identificacion ? cellFault(values.identificacion) : null;
  if (why !== null) faults.push({ code: 'document', field: 'identificacion', why });
  const reach = { ...(phone && { phone }), ...(email && { email }) };
  const money = amount === null ? {} : { amount: toAmount(amount) };
  const name = values.name ?? '';
  const line: AnyLine =
    kind === 'products'
      ? {
          row,
          stall: values.stall ?? '',
          name,
          price: toAmount(amount ?? 0),
          ...(values.note && { note: values.note }),
          ...(values.type && { type: values.type }),
        }
      : kind === 'customers'
        ? { row, name: titled(name), identificacion: values.identificacion ?? '', ...reach, ...money }
        : kind === 'stalls'
          ? { row, name, ownerName: titled(values.ownerName ?? name), ...reach, ...money }
          : { row, name, ...reach };
  return { row, values, line, faults };
}

function longest(kind: SheetKindName, field: ColumnField): number {
  if (field === 'identificacion') return maxLength.identificacion;
  if (field === 'phone' || field === 'amount' || field === 'price') return Number.MAX_SAFE_INTEGER;
  return kind === 'products' && field === 'note' ? maxLength.shortDescription : maxLength.ownerName;
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
  if (text === '' || /^[-—–.]+$|^no( tiene)?$/.test(text)) return null;
  if (emailForm.test(text)) return text;
  faults.push({ code: 'email', field: 'email' });
  return null;
}

/** Returns null for an empty cell or 0. */
function moneyOf(kind: SheetKindName, values: Values, faults: Fault[]): number | null {
  const field = kind === 'products' ? 'price' : 'amount';
  const text = values[field] ?? '';
  const read = readAmount(text);
  if (read === null) return null;
  if (!('amount' in read)) {
    faults.push({ code: 'not-amount', field, text, why: read.fault, guess: read.guess });
    return null;
  }
  const max = kind === 'products' ? maxAmount : kind === 'stalls' ? maxOpeningOfStall : maxOpeningOfCustomer;
  if (read.amount > max) faults.push({ code: 'too-much', field, max });
  if (read.amount === 0 && kind === 'products') faults.push({ code: 'no-price', field });
  return read.amount === 0 ? null : read.amount;
}

function sameAs(
  kind: SheetKindName,
  row: number,
  values: Values,
  seen: Map<string, number>,
  kept: ReadonlySet<number>,
): Fault[] {
  const faults: Fault[] = [];
  const once = (key: string, fault: (row: number) => Fault): void => {
    const first = seen.get(key);
    if (first === undefined) seen.set(key, row);
    else faults.push(fault(first));
  };
  const name = plainName(values.name ?? '');
  if (kind === 'customers') {
    const { identificacion = '' } = values;
    if (identificacion !== '')
      once(documentKey(identificacion), (first) => ({ code: 'same', field: 'identificacion', row: first }));
  } else if (name !== '') {
    const key = kind === 'products' ? `${plainName(values.stall ?? '')} / ${name}` : name;
    once(`name ${key}`, (first) => ({ code: 'same', field: 'name', row: first }));
  }
  const phone = readPhone(values.phone ?? '');
  const isShared = kind === 'stalls' && phone !== null && 'phone' in phone;
  if (isShared && faults.length === 0 && !kept.has(row))
    once(`phone ${phone.phone}`, (first) => ({ code: 'same-phone', field: 'phone', row: first }));
  return faults;
}

const small = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'e']);

/**
 * Returns a name written entirely in capitals in normal case: "TERESA DE LA HOZ" becomes Teresa de la Hoz.
 */
function titled(name: string): string {
  if (name !== name.toLocaleUpperCase('es') || !/\p{L}{2}/u.test(name)) return name;
  return name
    .toLocaleLowerCase('es')
    .split(' ')
    .map((word, place) =>
      place > 0 && small.has(word) ? word : word.charAt(0).toLocaleUpperCase('es') + word.slice(1),
    )
    .join(' ');
}
