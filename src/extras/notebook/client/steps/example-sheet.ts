import { xlsxFile } from '#src/client/device/files/xlsx-file.ts';
import type { SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import { fieldsOf, type ColumnField } from '#src/extras/notebook/domain/columns.ts';
import { bringInTexts, fieldName } from '#src/extras/notebook/texts/sheets-texts.ts';

/** Invented cells that show each column's form. */
const cells: Record<ColumnField, readonly string[]> = {
  name: ['La Esquina', 'Tres Esquinas'],
  ownerName: ['Nombre Apellido', 'Nombre Apellido'],
  identificacion: ['CC 10000001', 'CC 10000002'],
  phone: ['310 000 0001', '310 000 0002'],
  email: ['', 'alguien@ejemplo.co'],
  stall: ['La Esquina', 'La Esquina'],
  price: ['$ 2.500', '$ 1.234.567'],
  note: ['libra', 'kilo'],
  type: ['Frutas', 'Quesos'],
  amount: ['$ 1.234.567', ''],
};

/** Hoja de ejemplo: heads that are recognised, and two rows to be overwritten. */
export function exampleSheet(kind: SheetKind): Promise<Blob> {
  const fields = fieldsOf[kind];
  return xlsxFile([
    {
      name: bringInTexts.kinds[kind],
      head: fields.map((field) => fieldName(kind, field)),
      rows: [0, 1].map((row) => fields.map((field) => cells[field][row] ?? '')),
    },
  ]);
}
