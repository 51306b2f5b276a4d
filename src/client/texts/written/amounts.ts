import { currencySymbol } from '#src/client/state/page-facts.ts';
import { formatMoney } from '#src/domain/money.ts';
import type { Pesos } from '#src/protocol/brands.ts';

/** "$12,500" */
export function amountText(amount: Pesos): string {
  return formatMoney(amount, currencySymbol());
}

/**
 * The largest amount that a field accepts, smallest unit shown. The server enforces the configured limits.
 */
export const maxTyped = 999_999_999;
