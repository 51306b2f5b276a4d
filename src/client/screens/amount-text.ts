import { currencySymbol } from '#src/client/state/currency.ts';
import { formatMoney } from '#src/domain/money.ts';

/** "$12,500" */
export function amountText(amount: number): string {
  return formatMoney(amount, currencySymbol());
}
