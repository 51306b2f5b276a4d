import type { Pesos } from '#src/protocol/brands.ts';

/** "12,500" from 12500: comma thousands, no decimals. */
export function formatAmount(amount: number): string {
  return String(Math.trunc(amount)).replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** "$12,500" from 12500 and "$". */
export function formatMoney(amount: Pesos, symbol: string): string {
  return amount < 0 ? `−${symbol}${formatAmount(0 - amount)}` : `${symbol}${formatAmount(amount)}`;
}
