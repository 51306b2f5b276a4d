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

/** Names of the template's sheets. */
export const sheetNames: Record<SheetKind, string> = { stalls: 'Estantes', customers: 'Clientes' };

export function headOf(kind: SheetKind): string[] {
  return template[kind].map(({ head }) => head);
}

export function examplesOf(kind: SheetKind): string[][] {
  return [0, 1].map((row) => template[kind].map(({ examples }) => examples[row] ?? ''));
}

/** Reason why a whole row is not imported: a person does not see it, or a quote joins it with the next ones. */
export type Unsound = 'hidden' | 'quotes';

/** One sheet of a file: cells as text, row by row, in their original places. `unsound`: rows from 1. */
export type FileSheet = {
  /** Null for the one sheet of a CSV file. */
  name: string | null;
  isHidden: boolean;
  rows: readonly (readonly string[])[];
  unsound: ReadonlyMap<number, Unsound>;
};

/** A row of the sheet as people see it, from 1. */
export type SheetRow = { row: number; cells: readonly string[]; unsound: Unsound | null };
export type Table = { kind: SheetKind; rows: SheetRow[] };

/** A sheet that is not imported. */
export type LeftSheet = { name: string; why: 'hidden' | 'columns' | 'name' };

/**
 * Returns the rows below the template's head, without empty ones and its examples, and the sheets that are hidden or
 * have another name or other columns.
 */
export function readTables(sheets: readonly FileSheet[]): { tables: Table[]; left: LeftSheet[] } {
  const tables: Table[] = [];
  const left: LeftSheet[] = [];
  for (const { name, isHidden, rows, unsound } of sheets) {
    const headAt = rows.findIndex((cells) => keyOf(cells) !== '');
    const kind = sheetKinds.find((one) => keyOf(headOf(one)) === keyOf(rows[headAt] ?? []));
    if (isHidden) left.push({ name: name ?? '', why: 'hidden' });
    else if (kind === undefined) left.push({ name: name ?? '', why: 'columns' });
    else if (name !== null && plainName(name) !== plainName(sheetNames[kind]))
      left.push({ name, why: 'name' });
    else {
      const skipped = new Set(['', ...examplesOf(kind).map(keyOf)]);
      const filled = rows
        .map((cells, at) => ({ row: at + 1, cells, unsound: unsound.get(at + 1) ?? null }))
        .slice(headAt + 1)
        .filter(({ cells }) => !skipped.has(keyOf(cells)));
      tables.push({ kind, rows: filled });
    }
  }
  return { tables, left };
}

/** Cells without accents, capitals and the empty ones at the end. */
function keyOf(cells: readonly string[]): string {
  return cells.map(plainName).join('|').replace(/\|+$/, '');
}
