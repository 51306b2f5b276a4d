import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { saleReceiptTexts as texts } from '#src/client/texts/sales-texts.ts';
import type { PurchaseRow } from '#src/contract/purchase.ts';

/** The receipt as a message: nothing in it is worth money. */
export function saleWords({ codeCompra, estanteName, price, createAt, voided }: PurchaseRow): string {
  const words = texts.shared(codeCompra, estanteName, amountText(price), dateTimeText(createAt));
  return voided === undefined ? words : `${words} ${texts.sharedVoided}`;
}
