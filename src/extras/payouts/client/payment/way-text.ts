import type { PaymentWay, SaidWay } from '#src/contract/cash/payment-way.ts';
import { paymentTexts as texts } from '#src/extras/payouts/texts/pay-many-texts.ts';

/** "Llave 3105550112", "Banco Agrario · Ahorros 400012345678", "En efectivo" */
export function wayText(way: PaymentWay): string {
  if (way.kind === 'CASH') return texts.cash;
  if (way.kind === 'KEY') return texts.keyText(way.key);
  return texts.accountText(way.bank, texts.types[way.accountType], way.account);
}

/** A thief changes a stolen account shortly before its payout, so the manager sees the change for a week. */
const recentMs = 7 * 86_400_000;

export function isRecent({ changedAt }: SaidWay, nowMs: number): boolean {
  return changedAt !== null && nowMs - Date.parse(changedAt) < recentMs;
}
