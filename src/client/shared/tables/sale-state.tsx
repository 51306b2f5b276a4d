import { amountText } from '#src/client/shared/amounts.ts';
import { salesTexts as texts } from '#src/client/texts/purchases/sales-texts.ts';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import styles from './sale-state.module.css';

/** The status of a purchase in one word. */
export function SaleBadge({ sale }: { sale: Pick<PurchaseRow, 'voided' | 'givenBack' | 'reason'> }) {
  if (sale.voided !== undefined) return <Badge kind="undone">{texts.voided}</Badge>;
  if (sale.givenBack !== undefined) return <Badge kind="undone">{texts.voidedInPart}</Badge>;
  if (sale.reason !== undefined) return <Badge kind="warning">{texts.adjusted}</Badge>;
  return <Badge kind="paid">{texts.confirmed}</Badge>;
}

/**
 * Struck through after a void, which the badge also states. After a partial void the remaining amount is
 * beside it.
 */
export function SaleAmount({
  sale: { price, voided, givenBack },
}: {
  sale: Pick<PurchaseRow, 'price' | 'voided' | 'givenBack'>;
}) {
  const isWhole = voided === undefined && givenBack === undefined;
  return (
    <>
      {!isWhole && <s className={styles.gone}>{amountText(price)}</s>}{' '}
      {voided === undefined && (
        <span className={styles.amount}>{amountText(price - (givenBack?.amount ?? 0))}</span>
      )}
    </>
  );
}
