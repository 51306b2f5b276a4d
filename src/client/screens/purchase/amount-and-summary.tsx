import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { currencySymbol } from '#src/client/state/currency.ts';
import { purchaseTexts as texts } from '#src/client/texts/purchase-texts.ts';
import { AmountField } from '#src/client/ui/amount-field.tsx';
import { FactList } from '#src/client/ui/fact-list.tsx';
import type { Stall } from '#src/contract/stall.ts';
import type { VoucherView } from '#src/contract/voucher.ts';
import type { Purchase } from './use-purchase.ts';
import styles from './purchase.module.css';

interface AmountAndSummaryProps {
  voucher: VoucherView;
  stall: Stall;
  purchase: Purchase;
}

export function AmountAndSummary({ voucher, stall, purchase }: AmountAndSummaryProps) {
  const { amount, setAmount, amountError } = purchase;
  const left = voucher.monto - amount;
  return (
    <section className={styles.amount}>
      <h2>{texts.typeAmount}</h2>
      <AmountField
        label={texts.amount}
        labelHidden
        symbol={currencySymbol()}
        amount={amount}
        onAmount={setAmount}
        max={maxTyped}
        active
        takesFocus
        error={amountError === '' ? undefined : amountError}
      />
      <FactList
        facts={[
          { name: texts.stall, value: stall.estanteName },
          { name: left < 0 ? texts.missing : texts.left, value: amountText(Math.abs(left)) },
          { name: texts.toPay, value: amountText(amount), total: true },
        ]}
      />
    </section>
  );
}
