import { purchasesTexts as texts } from '#src/client/texts/purchases/purchases-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';

/** The status of a purchase in one word. */
export function PurchaseBadge({ purchase }: { purchase: Pick<PurchaseRow, 'voided' | 'reason'> }) {
  if (purchase.voided !== undefined) return <Badge kind="undone">{texts.voided}</Badge>;
  if (purchase.reason !== undefined) return <Badge kind="warning">{texts.adjusted}</Badge>;
  return <Badge kind="paid">{texts.confirmed}</Badge>;
}

/** Struck through after a void, which the badge also states. */
export function PurchaseAmount({
  purchase: { price, voided },
}: {
  purchase: Pick<PurchaseRow, 'price' | 'voided'>;
}) {
  return voided === undefined ? (
    <span className="bold whole">{amountText(price)}</span>
  ) : (
    <s className="soft whole">{amountText(price)}</s>
  );
}
