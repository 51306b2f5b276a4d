import { ArrowLeft, Check, Store } from 'lucide-react';
import { useEffect } from 'react';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { BarChip } from '#src/client/shared/bar-chip.tsx';
import { dateText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { currencySymbol } from '#src/client/state/currency.ts';
import { saleTexts as texts } from '#src/client/texts/sale-texts.ts';
import { amountAfterKey } from '#src/client/ui/amount-after-key.ts';
import { AmountField } from '#src/client/ui/amount-field.tsx';
import { Badge } from '#src/client/ui/badge.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Keypad } from '#src/client/ui/keypad.tsx';
import { Notice } from '#src/client/ui/notice.tsx';
import { Zocalo } from '#src/client/ui/zocalo.tsx';
import type { VoucherView } from '#src/contract/voucher.ts';
import { KnownCard, KnownNotices } from './known-card.tsx';
import { ProductSheet } from './product-sheet.tsx';
import type { ScannedSale } from './scanned-sale.ts';
import type { Sale } from './use-sale.ts';
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
