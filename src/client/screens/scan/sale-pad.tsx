import { ArrowLeft, Check, Store, Minus, Plus, ShoppingBasket } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OfflineView } from '#src/client/commands/preview-offline-sale.ts';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { BarChip } from '#src/client/shared/bar-chip.tsx';
import { dateText } from '#src/client/shared/dates.ts';
import { ageText, whenText } from '#src/client/shared/list-age.ts';
import { personName } from '#src/client/shared/names.ts';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { offlineTexts } from '#src/client/texts/counter/offline-texts.ts';
import { saleTexts as texts } from '#src/client/texts/counter/scan-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { Keypad, amountAfterKey } from '#src/client/ui/fields/keypad.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import type { VoucherView } from '#src/contract/money/voucher.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { type ShownProduct, useStallProducts } from '#src/client/queries/products.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { productTexts } from '#src/client/texts/office/products-texts.ts';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';
import type { Sale } from './use-sale.ts';
import type { ScannedSale } from './use-voucher-lookup.ts';
import styles from './sale-pad.module.css';

interface SalePadProps {
  scanned: ScannedSale;
  sale: Sale;
  estanteName: string;
  hasOpenPurchase: boolean;
  onBack: () => void;
}

export function SalePad({ scanned, sale, estanteName, hasOpenPurchase, onBack }: SalePadProps) {
  const { amount, setAmount, busy } = sale;
  const balance = scanned.kind === 'seen' ? scanned.voucher.monto : scanned.view.known;
  const isValid = scanned.kind === 'known' || scanned.voucher.status;
  const left = balance - amount;

  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);

  return (
    <form
      className={styles.sale}
      onSubmit={(event) => {
        event.preventDefault();
        void sale.charge(amount);
      }}
    >
      <header className={styles.bar}>
        <Button variant="text" icon={ArrowLeft} onClick={onBack}>
          {texts.back}
        </Button>
        <h1>{texts.title}</h1>
        <BarChip opensOutbox />
      </header>
      <div className={styles.body}>
        <section className={styles.card}>
          {scanned.kind === 'seen' ? <SeenCard voucher={scanned.voucher} /> : <KnownCard scanned={scanned} />}
          <p className={styles.stall}>
            <Icon of={Store} size={28} />
            <span>
              {texts.yourStall} <b>{estanteName}</b>
            </span>
            <Icon of={Check} size={28} />
          </p>
        </section>
        {scanned.kind === 'known' && <KnownNotices view={scanned.view} />}
        {!isValid && <Notice kind="refused">{texts.notValidNote}</Notice>}
        {hasOpenPurchase && <Notice kind="pending">{texts.openPurchase}</Notice>}
        <PadAmount amount={amount} onAmount={setAmount} />
        <Keypad tall onKey={(key) => setAmount(amountAfterKey(amount, key, maxTyped))} />
      </div>
      <Zocalo>
        <div className={styles.foot}>
          <p className={styles.left}>
            {left < 0 ? texts.missing : amount === 0 ? texts.balance : texts.left}
            <output>{amountText(Math.abs(left))}</output>
          </p>
          <Button
            type="submit"
            variant="on-zocalo"
            size="charge"
            wide
            busy={busy}
            disabled={amount === 0 || !isValid || hasOpenPurchase}
          >
            {texts.charge(amountText(amount))}
          </Button>
        </div>
      </Zocalo>
    </form>
  );
}

/** Typed, or summed up from the stall's products. */
function PadAmount({ amount, onAmount }: { amount: number; onAmount: (amount: number) => void }) {
  return (
    <div className={styles.amount}>
      <AmountField
        label={texts.amount}
        symbol={currencySymbol()}
        amount={amount}
        onAmount={onAmount}
        max={maxTyped}
        size="tablet"
        withPad
        takesFocus
      />
      <ProductSheet amount={amount} onAmount={onAmount} />
    </div>
  );
}

function SeenCard({ voucher }: { voucher: VoucherView }) {
  const { clientId: customer } = voucher;
  return (
    <div className={styles.customer}>
      <div>
        <p className={`${styles.small} ${styles.since}`}>{texts.customer}</p>
        <p className={styles.name}>{personName(customer.ownerName)}</p>
        <p className={styles.small}>
          {texts.identification(customer.identificacion)}
          <span className={styles.since}> · {texts.registeredOn(dateText(customer.createAt))}</span>
        </p>
      </div>
      <div className={styles.worth}>
        <Badge kind={voucher.status ? 'paid' : 'inactive'}>
          {voucher.status ? texts.valid : texts.notValid}
        </Badge>
        <p className={styles.balance}>{amountText(voucher.monto)}</p>
      </div>
    </div>
  );
}

/** A voucher as this tablet knows it without a link: by its code, with the balance last received and its time. */
function KnownCard({ scanned }: { scanned: Extract<ScannedSale, { kind: 'known' }> }) {
  const { known, knownAt } = scanned.view;
  return (
    <div className={styles.customer}>
      <div>
        <p className={`${styles.small} ${styles.since}`}>{texts.customer}</p>
        <p className={styles.name}>{shortCodeOf(scanned.voucherId)}</p>
        <p className={styles.small}>
          {knownAt === null ? offlineTexts.knownByCode : offlineTexts.knownAt(whenText(knownAt))}
        </p>
      </div>
      <div className={styles.worth}>
        <Badge kind="pending">{offlineTexts.known}</Badge>
        <p className={styles.balance}>{amountText(known)}</p>
      </div>
    </div>
  );
}

function KnownNotices({ view }: { view: OfflineView }) {
  return (
    <>
      <Notice kind="pending">{offlineTexts.most(amountText(view.most))}</Notice>
      {view.oldListMs !== null && (
        <Notice kind="info">{offlineTexts.listOld(ageText(view.oldListMs))}</Notice>
      )}
    </>
  );
}

interface ProductSheetProps {
  amount: number;
  onAmount: (amount: number) => void;
}

const keptMs = 600_000;

/** Adds the stall's products up to the amount, which stays free to type. Without products there is nothing to see. */
function ProductSheet({ amount, onAmount }: ProductSheetProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useStallProducts(useSessionUser()?.id ?? '', keptMs);
  if (data === undefined || data.length === 0) return null;
  return (
    <>
      <Button variant="secondary" icon={ShoppingBasket} onClick={() => setOpen(true)}>
        {productTexts.sheet}
      </Button>
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
