import { plainName } from '#src/domain/plain-name.ts';
import { sheetKinds, type SheetKind } from '#src/extras/notebook/contract/schemas.ts';

export type Field = 'name' | 'ownerName' | 'identificacion' | 'phone' | 'email' | 'amount';

/** A column of the template: its head, and the cells of two invented rows. */
export type TemplateColumn = { field: Field; head: string; examples: readonly [string, string] };

const phone: TemplateColumn = { field: 'phone', head: 'Teléfono', examples: ['310 000 0001', ''] };
const email: TemplateColumn = {
  field: 'email',
  head: 'Correo electrónico',
  examples: ['', 'alguien@ejemplo.co'],
};

/** The one form of a list. The columns are fixed, so that no list is read in another way than its market meant. */
export const template: Record<SheetKind, readonly TemplateColumn[]> = {
  stalls: [
    { field: 'name', head: 'Nombre del estante', examples: ['Estante de ejemplo', 'Otro de ejemplo'] },
    { field: 'ownerName', head: 'Dueño', examples: ['Nombre Apellido', 'Nombre Apellido'] },
    phone,
    email,
    { field: 'amount', head: 'Se le debe', examples: ['$ 1.234.567', ''] },
  ],
  customers: [
    { field: 'name', head: 'Nombre', examples: ['Nombre Apellido', 'Nombre Apellido'] },
    { field: 'identificacion', head: 'Identificación', examples: ['CC 10000001', 'CC 10000002'] },
    phone,
    email,
    { field: 'amount', head: 'Saldo a favor', examples: ['$ 50.000', ''] },
  ],
};

export function headOf(kind: SheetKind): string[] {
  return template[kind].map(({ head }) => head);
}

export function examplesOf(kind: SheetKind): string[][] {
  return [0, 1].map((row) => template[kind].map(({ examples }) => examples[row] ?? ''));
}

/** A row of the sheet as people see it, from 1. */
export type SheetRow = { row: number; cells: readonly string[] };
export type Table = { kind: SheetKind; rows: SheetRow[] };

/**
 * Returns the rows below the template's head, without empty ones and its examples. Null for a sheet with other
 * columns.
 */
export function readTable(sheet: readonly (readonly string[])[]): Table | null {
  const headAt = sheet.findIndex((cells) => keyOf(cells) !== '');
  const kind = sheetKinds.find((one) => keyOf(headOf(one)) === keyOf(sheet[headAt] ?? []));
  if (kind === undefined) return null;
  const skipped = new Set(['', ...examplesOf(kind).map(keyOf)]);
  const rows = sheet
    .map((cells, at) => ({ row: at + 1, cells }))
    .slice(headAt + 1)
    .filter(({ cells }) => !skipped.has(keyOf(cells)));
  return { kind, rows };
}

/** Cells without accents, capitals and the empty ones at the end. */
function keyOf(cells: readonly string[]): string {
  return cells.map(plainName).join('|').replace(/\|+$/, '');
}
