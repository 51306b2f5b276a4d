import { byteOrderMark, cellText, csvType, type Sheet } from '#src/client/device/files/sheet.ts';
import { readIdentification } from '#src/domain/identification.ts';
import type { PayoutRun } from '#src/extras/payouts/contract/schemas.ts';
import { paymentTexts as texts } from '#src/extras/payouts/texts/pay-many-texts.ts';

type Paid = PayoutRun['pagos'][number];

/** Columns with exactly the text that their form allowed: key and account number. */
export const exactColumns: ReadonlySet<number> = new Set([6, 9]);

/**
 * Returns the stalls that the bank pays, with their payment ways at the time of the run. Figures are digits;
 * stalls paid in cash are left out.
 */
export function bankSheet({ codeRun, pagos }: PayoutRun): Sheet {
  return { name: codeRun, head: texts.heads, rows: pagos.flatMap((paid) => rowOf(codeRun, paid)) };
}

export function paidInCash({ pagos }: PayoutRun): Paid[] {
  return pagos.filter(({ way }) => way.kind === 'CASH');
}

function rowOf(code: string, { way, codePago, monto, estanteName }: Paid): Sheet['rows'][number][] {
  if (way.kind === 'CASH') return [];
  const { type, number } = readIdentification(way.identificacion);
  const where =
    way.kind === 'KEY'
      ? [texts.short.KEY, way.key, '', '', '']
      : [texts.short.ACCOUNT, '', way.bank, texts.types[way.accountType], way.account];
  return [[code, codePago, way.holder, type, number, ...where, monto, estanteName]];
}

/**
 * Returns a table in the format of banks (RFC 4180), with commas in every country. Figures are digits. A cell
 * of the `exact` columns contains exactly the text that its form allowed, so that a key keeps its "@".
 */
export function bankFile({ head, rows }: Sheet, exact: ReadonlySet<number>): Blob {
  return new Blob([bankText({ head, rows }, exact)], { type: csvType });
}

export function bankText({ head, rows }: Pick<Sheet, 'head' | 'rows'>, exact: ReadonlySet<number>): string {
  const lines = [head, ...rows].map((line, at) =>
    line.map((cell, column) => (at > 0 && exact.has(column) ? String(cell) : cellText(cell))).join(','),
  );
  return `${byteOrderMark}${lines.join('\r\n')}\r\n`;
}
