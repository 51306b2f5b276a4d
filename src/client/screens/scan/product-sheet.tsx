import { Minus, Plus, ShoppingBasket } from 'lucide-react';
import { useState } from 'react';
import { type ShownProduct, useStallProducts } from '#src/client/queries/products.ts';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { productTexts } from '#src/client/texts/office/products-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';
import styles from './product-sheet.module.css';

interface ProductSheetProps {
  amount: number;
  onAmount: (amount: number) => void;
}

const keptMs = 600_000;

/** Adds the stall's products up to the amount, which stays free to type. Without products there is nothing to see. */
export function ProductSheet({ amount, onAmount }: ProductSheetProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useStallProducts(useSessionUser()?.id ?? '', keptMs);
  if (data === undefined || data.length === 0) return null;
  return (
    <>
      <button type="button" className={styles.open} onClick={() => setOpen(true)}>
        <Icon of={ShoppingBasket} size={30} />
        <span>{productTexts.sheet}</span>
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
          <p className={styles.note}>{productTexts.sheetNote}</p>
          <Rows products={data} amount={amount} onAmount={onAmount} />
          <p className={styles.sum}>
            {productTexts.sum} <output>{amountText(amount)}</output>
          </p>
        </Dialog>
      )}
    </>
  );
}

function Rows({ products, amount, onAmount }: ProductSheetProps & { products: readonly ShownProduct[] }) {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());

  function add(product: ShownProduct, by: 1 | -1) {
    setCounts(new Map(counts).set(product._id, (counts.get(product._id) ?? 0) + by));
    onAmount(amount + by * product.price);
  }

  return (
    <ul className={styles.rows}>
      {products.map((product) => {
        const count = counts.get(product._id) ?? 0;
        return (
          <li key={product._id} className={styles.row}>
            <span className={styles.words}>
              {product.name}
              <b>{amountText(product.price)}</b>
            </span>
            <button
              type="button"
              className={styles.step}
              aria-label={productTexts.takeOne(product.name)}
              disabled={count === 0 || amount < product.price}
              onClick={() => add(product, -1)}
            >
              <Icon of={Minus} />
            </button>
            <output className={styles.count}>{count}</output>
            <button
              type="button"
              className={styles.step}
              aria-label={productTexts.addOne(product.name)}
              disabled={amount + product.price > maxTyped}
              onClick={() => add(product, 1)}
            >
              <Icon of={Plus} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
