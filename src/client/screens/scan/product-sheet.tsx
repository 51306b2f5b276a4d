import { Minus, Plus, ShoppingBasket } from 'lucide-react';
import { useState } from 'react';
import { costOf, stepOf, withProduct } from '#src/client/money/purchase/purchase-lines.ts';
import { type ShownProduct, useStallProducts } from '#src/client/queries/products.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { productTexts } from '#src/client/texts/products/products-texts.ts';
import { unitTexts } from '#src/client/texts/unit-texts.ts';
import { amountText, maxTyped } from '#src/client/texts/written/amounts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';
import { maxPurchaseLines } from '#src/contract/limits.ts';
import type { PurchaseLine } from '#src/contract/purchases/purchase-line.ts';
import styles from './product-sheet.module.css';

interface ProductSheetProps {
  amount: number;
  /** Products added so far. */
  lines: readonly PurchaseLine[];
  onLines: (lines: readonly PurchaseLine[], amount: number) => void;
}

const keptMs = 600_000;

/**
 * Adds up the stall's products into the amount, which stays editable, and notes them with the sale. Renders
 * nothing without products.
 */
export function ProductSheet({ amount, lines, onLines }: ProductSheetProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useStallProducts(useSessionUser()?.id ?? '', keptMs);
  if (data === undefined || data.length === 0) return null;
  return (
    <>
      <button type="button" className={`chip small strong ${styles.open}`} onClick={() => setOpen(true)}>
        <Icon of={ShoppingBasket} size={30} />
        <span>{productTexts.sheet}</span>
        {lines.length > 0 && (
          <b className={styles.noted} aria-label={productTexts.inPurchase(lines.length)}>
            {lines.length}
          </b>
        )}
      </button>
      {isOpen && (
        <Dialog
          title={productTexts.sheetTitle}
          onClose={() => setOpen(false)}
          actions={
            <Button data-safe size="money" wide onClick={() => setOpen(false)}>
              {productTexts.done}
            </Button>
          }
        >
          <p className="soft">{productTexts.sheetNote}</p>
          <Rows products={data} {...{ amount, lines, onLines }} />
          <p className="split-12 strong">
            {productTexts.sum} <output className="sum-32">{amountText(amount)}</output>
          </p>
        </Dialog>
      )}
    </>
  );
}

function Rows({
  products,
  amount,
  lines,
  onLines,
}: ProductSheetProps & { products: readonly ShownProduct[] }) {
  const quantityOf = ({ name, unit }: ShownProduct): number =>
    lines.find((line) => line.name === name && line.unit === unit)?.quantity ?? 0;

  /** Returns the amount with this quantity of the product. */
  function amountWith(product: ShownProduct, quantity: number): number {
    return amount - costOf(product.price, quantityOf(product)) + costOf(product.price, quantity);
  }

  return (
    <ul className={`card rows ${styles.rows}`}>
      {products.map((product) => {
        const quantity = quantityOf(product);
        const step = stepOf(product.unit);
        const [less, more] = [quantity - step, quantity + step];
        const change = (next: number) =>
          onLines(withProduct(lines, product, next), amountWith(product, next));
        return (
          <li key={product._id} className={styles.row}>
            <span className={`stack-4 breaks ${styles.words}`}>
              {product.name}
              <b>{productTexts.by(amountText(product.price), unitTexts[product.unit][0])}</b>
            </span>
            <button
              type="button"
              className={`chip ${styles.step}`}
              aria-label={productTexts.takeOne(product.name)}
              disabled={quantity === 0 || amountWith(product, less) < 0}
              onClick={() => change(less)}
            >
              <Icon of={Minus} />
            </button>
            <output className={`bold ${styles.count}`}>{quantity / 1_000}</output>
            <button
              type="button"
              className={`chip ${styles.step}`}
              aria-label={productTexts.addOne(product.name)}
              disabled={
                amountWith(product, more) > maxTyped || (quantity === 0 && lines.length >= maxPurchaseLines)
              }
              onClick={() => change(more)}
            >
              <Icon of={Plus} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
