import { amountFaultTexts } from '#src/client/texts/amount-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { identificationSentences } from '#src/domain/identification-sentence.ts';
import type { SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import type { Fault } from '#src/extras/notebook/domain/read-lines.ts';
import { type Field, template } from '#src/extras/notebook/domain/template.ts';
import { bringInTexts, faultTexts } from '#src/extras/notebook/texts/sheets-texts.ts';
import type { CheckedRow } from './check-lines.ts';

/** A cell with a fault: its row, its text, and the sentence. */
export interface RowFault {
  row: number;
  head: string;
  cell: string;
  says: string;
}

/** Returns what keeps a row out; empty for a good one. */
export function faultsOf(kind: SheetKind, { row, values, faults, status }: CheckedRow): RowFault[] {
  const at = (field: Field, says: string): RowFault => ({
    row,
    head: headOf(kind, field),
    cell: values[field] ?? '',
    says,
  });
  const found = faults.map((fault) =>
    fault.field === null
      ? { row, head: bringInTexts.wholeRow, cell: shortened(fault.cell), says: faultText(kind, fault) }
      : at(fault.field, faultText(kind, fault)),
  );
  if (status === 'email-taken') found.push(at('email', bringInTexts.statuses['email-taken']));
  if (status === 'over-limit') found.push(at('amount', bringInTexts.statuses['over-limit']));
  return found;
}

/** A quote that is not closed makes one cell of the rest of a file. */
function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function headOf(kind: SheetKind, field: Field): string {
  return template[kind].find((column) => column.field === field)?.head ?? '';
}

function faultText(kind: SheetKind, fault: Fault): string {
  switch (fault.code) {
    case 'missing':
    case 'too-long':
      return faultTexts[fault.code](headOf(kind, fault.field));
    case 'document':
      return identificationSentences[fault.why];
    case 'email':
    case 'formula':
    case 'sum':
    case 'beyond':
    case 'hidden':
    case 'quotes':
      return faultTexts[fault.code];
    case 'phone':
      return faultTexts.phone(fault.digits);
    case 'not-amount':
      return amountFaultTexts[fault.why];
    case 'too-much':
      return faultTexts['too-much'](amountText(fault.max));
    case 'same':
      return faultTexts.same(fault.row);
  }
}
