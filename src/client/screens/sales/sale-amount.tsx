import type { PurchaseRow } from '#src/contract/purchase.ts';
import { amountText } from '../amount-text.ts';
import styles from './sales.module.css';

/** Struck out once it was voided; the badge beside it says so in words. */
export function SaleAmount({ sale: { price, voided } }: { sale: Pick<PurchaseRow, 'price' | 'voided'> }) {
  return voided === undefined ? (
    <span className={styles.amount}>{amountText(price)}</span>
  ) : (
    <s className={styles.gone}>{amountText(price)}</s>
  );
}
