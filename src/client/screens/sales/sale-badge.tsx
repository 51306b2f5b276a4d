import { salesTexts as texts } from '#src/client/texts/sales-texts.ts';
import { Badge } from '#src/client/ui/badge.tsx';
import type { PurchaseRow } from '#src/contract/purchase.ts';

/** One word for what became of a purchase. */
export function SaleBadge({ sale }: { sale: Pick<PurchaseRow, 'voided' | 'reason'> }) {
  if (sale.voided !== undefined) return <Badge kind="undone">{texts.voided}</Badge>;
  if (sale.reason !== undefined) return <Badge kind="warning">{texts.adjusted}</Badge>;
  return <Badge kind="paid">{texts.confirmed}</Badge>;
}
