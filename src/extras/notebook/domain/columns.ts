import { emailForm } from '#src/contract/limits.ts';
import { plainName } from '#src/domain/plain-name.ts';
import { readAmount } from '#src/domain/read-amount.ts';
import { readPhone } from './read-phone.ts';

export type SheetKindName = 'stalls' | 'points' | 'products' | 'customers';
/** The fields that a column can hold. */
export type ColumnField =
  | 'name'
  | 'ownerName'
  | 'identificacion'
  | 'phone'
  | 'email'
  | 'stall'
  | 'price'
  | 'note'
  | 'type'
  | 'amount';

/** In the order of the screen; the required ones are first. */
export const fieldsOf: Record<SheetKindName, readonly ColumnField[]> = {
  stalls: ['name', 'ownerName', 'phone', 'email', 'amount'],
  points: ['name', 'phone', 'email'],
  products: ['stall', 'name', 'price', 'type', 'note'],
  customers: ['name', 'identificacion', 'phone', 'email', 'amount'],
};
export const neededOf: Record<SheetKindName, readonly ColumnField[]> = {
  stalls: ['name'],
  points: ['name'],
  products: ['stall', 'name', 'price'],
  customers: ['name', 'identificacion'],
};

/** Beginnings of the words in a head, without accents, best match first. */
const words: Record<SheetKindName, Partial<Record<ColumnField, readonly string[]>>> = {
  stalls: {
    name: [
      'estante',
      'puesto',
      'toldo',
      'local',
      'negocio',
      'stand',
      'caseta',
      'nombre del puesto',
      'nombre',
    ],
    ownerName: ['duen', 'propietari', 'responsable', 'encargad', 'titular', 'productor', 'persona', 'nombre'],
    phone: ['cel', 'tel', 'movil', 'whats', 'contacto', 'fono'],
    email: ['correo', 'mail', 'e mail'],
    amount: ['debe', 'deuda', 'saldo', 'pendiente', 'por pagar', 'valor', 'vlr', 'monto'],
  },
  points: {
    name: ['punto', 'recarga', 'caja', 'cajer', 'nombre', 'responsable', 'encargad'],
    phone: ['cel', 'tel', 'movil', 'whats', 'contacto', 'fono'],
    email: ['correo', 'mail', 'e mail'],
  },
  products: {
    stall: ['estante', 'puesto', 'toldo', 'local', 'vendedor', 'productor', 'negocio', 'stand'],
    name: ['producto', 'articulo', 'mercancia', 'item', 'nombre', 'descripcion'],
    price: ['precio', 'valor', 'vlr', 'costo', 'cuesta', 'pvp'],
    type: ['tipo', 'categoria', 'clase', 'linea', 'grupo'],
    note: ['unidad', 'medida', 'presentacion', 'und', 'detalle', 'observ', 'nota', 'descripcion'],
  },
  customers: {
    name: ['cliente', 'nombre', 'usuario', 'persona', 'comprador', 'beneficiari'],
    identificacion: ['cedula', 'identific', 'document', 'c c', 'cc', 'nit', 'id', 'ident'],
    phone: ['cel', 'tel', 'movil', 'whats', 'contacto', 'fono'],
    email: ['correo', 'mail', 'e mail'],
    amount: ['saldo', 'debe', 'favor', 'abono', 'credito', 'valor', 'vlr', 'monto', 'queda'],
  },
};

export type Cells = readonly string[];

/** Returns how well a head names a field; 0 for not at all. */
function namedAs(head: string, field: readonly string[] | undefined): number {
  const plain = ` ${plainName(head)}`;
  const place = field?.findIndex((word) => plain.includes(` ${word}`)) ?? -1;
  return place < 0 ? 0 : 20 - place;
}

/** Returns how many cells of a row name fields of this kind. */
export function headScore(kind: SheetKindName, row: Cells): number {
  const isHead = row.filter((cell) => cell.trim() !== '');
  if (isHead.length < 2 || isHead.some((cell) => cell.length > 40)) return 0;
  return isHead.filter((cell) => Object.values(words[kind]).some((field) => namedAs(cell, field) > 0)).length;
}

const sampled = 60;

/** Returns the share of filled cells that look like each kind of value. */
function looksOf(cells: Cells): { phone: number; email: number; amount: number; document: number } {
  const said = cells.filter((cell) => cell.trim() !== '').slice(0, sampled);
  const share = (is: (cell: string) => boolean): number =>
    said.length === 0 ? 0 : said.filter((cell) => is(cell)).length / said.length;
  return {
    phone: share((cell) => {
      const read = readPhone(cell);
      return read !== null && 'phone' in read && /^[36]/.test(read.phone);
    }),
    email: share((cell) => emailForm.test(cell.trim())),
    amount: share((cell) => {
      const read = readAmount(cell);
      return read !== null && 'amount' in read;
    }),
    document: share((cell) => /^(?:\D{0,4})[\d.\-\s]{5,14}$/.test(cell.trim())),
  };
}

/**
 * Guesses each column's field by the words of its head or, without them, by its cells. Each field has at most one
 * column, the one with the best head. A column without a field is null and is not imported.
 */
export function guessColumns(
  kind: SheetKindName,
  head: Cells,
  rows: readonly Cells[],
): (ColumnField | null)[] {
  const width = Math.max(head.length, ...rows.slice(0, sampled).map((row) => row.length));
  const guessed: (ColumnField | null)[] = Array.from({ length: width }, () => null);
  const claims = fieldsOf[kind].flatMap((field) =>
    Array.from({ length: width }, (_, column) => ({
      field,
      column,
      score: namedAs(head[column] ?? '', words[kind][field]),
    })),
  );
  const taken = new Set<ColumnField>();
  for (const { field, column, score } of [...claims].sort((a, b) => b.score - a.score))
    if (score > 0 && !taken.has(field) && guessed[column] === null) {
      guessed[column] = field;
      taken.add(field);
    }
  const looks = guessed.map((_, column) => looksOf(rows.map((row) => row[column] ?? '')));
  const fill = (field: ColumnField, fits: (look: ReturnType<typeof looksOf>) => boolean): void => {
    if (!fieldsOf[kind].includes(field) || taken.has(field)) return;
    const column = looks.findIndex((look, place) => guessed[place] === null && fits(look));
    if (column < 0) return;
    guessed[column] = field;
    taken.add(field);
  };
  fill('email', ({ email }) => email > 0.6);
  fill('phone', ({ phone }) => phone > 0.6);
  fill('identificacion', ({ document, phone }) => document > 0.6 && phone < 0.5);
  fill('price', ({ amount }) => amount > 0.8);
  fill('amount', ({ amount, document }) => amount > 0.8 && document < 0.9);
  const isWords = ({ amount, phone, email }: ReturnType<typeof looksOf>): boolean =>
    amount < 0.3 && phone < 0.3 && email < 0.3;
  for (const field of neededOf[kind]) fill(field, isWords);
  return guessed;
}
