import type { Sheet } from '#src/client/device/files/sheet.ts';
import { readIdentification } from '#src/domain/identification.ts';
import type { PayoutRun } from '#src/extras/payouts/contract/schemas.ts';
import { paymentTexts as texts } from '#src/extras/payouts/texts/payment-texts.ts';

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
