import { ReceiptText } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { dateText, dateTimeText } from '#src/client/shared/dates.ts';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { purchaseTexts as texts } from '#src/client/texts/counter/purchase-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import type { Stall } from '#src/contract/markets/stall.ts';
import type { VoucherView } from '#src/contract/money/voucher.ts';
import { BalanceCard } from './balance-card.tsx';
import type { Leaving } from './use-purchase-data.ts';
import { StallPicker } from './stall-picker.tsx';
import { type Purchase, usePurchase } from './use-purchase.ts';
import styles from './purchase.module.css';

const loadResult = () => import('./purchase-result.tsx').then((m) => ({ default: m.PurchaseResult }));
const PurchaseResult = lazy(loadResult);

const HistoryDialog = lazy(() => import('./history-dialog.tsx').then((m) => ({ default: m.HistoryDialog })));

interface PurchaseFormProps {
  voucher: VoucherView;
  stalls: readonly Stall[];
  onStartOver: () => Promise<void>;
  onLeave: (how: Leaving) => void;
}

export function PurchaseForm({ voucher, stalls, onStartOver, onLeave }: PurchaseFormProps) {
  const purchase = usePurchase(voucher, loadResult);
  const [historyOpen, setHistoryOpen] = useState(false);
  const { stall, busy, answer, refusal } = purchase;
  const leave = () => onLeave(answer.kind === 'pending' ? 'pending' : 'done');
  const settled = refusal !== '' || (answer.kind !== 'none' && answer.kind !== 'asking');
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void purchase.buy();
      }}
    >
      <main className={styles.main} inert={settled}>
        <BalanceCard
          voucher={voucher}
          short={stall !== null}
          dates={[
            texts.registeredOn(dateText(voucher.clientId.createAt)),
            texts.toppedUpOn(dateTimeText(voucher.createAt)),
          ]}
          notes={<AmountNotes amount={voucher.monto} size={stall === null ? 'panel' : 'line'} />}
        />
        <div className={styles.body}>
          {purchase.isReading ? (
            <Loading />
          ) : (
            <StallPicker stalls={stalls} chosen={stall} onChoose={purchase.setStall} />
          )}
          {stall !== null && <AmountAndSummary voucher={voucher} stall={stall} purchase={purchase} />}
        </div>
        {stall === null && (
          <button type="button" className={styles.history} onClick={() => setHistoryOpen(true)}>
            <Icon of={ReceiptText} size={26} />
            {texts.history}
          </button>
        )}
      </main>
      <Zocalo inert={settled}>
        <div className={styles.foot}>
          <Button variant="on-zocalo-outline" onClick={leave}>
            {texts.leave}
          </Button>
          <Button
            type="submit"
            variant="on-zocalo"
            busy={busy}
            busyText={texts.processing}
            disabled={stall === null || !voucher.status}
          >
            {texts.buy}
          </Button>
        </div>
      </Zocalo>
      {historyOpen && (
        <Suspense>
          <HistoryDialog codeQrUuid={voucher.uuid} onClose={() => setHistoryOpen(false)} />
        </Suspense>
      )}
      {settled && (
        <Suspense>
          <PurchaseResult purchase={purchase} onLeave={leave} onStartOver={onStartOver} />
        </Suspense>
      )}
    </form>
  );
}

interface AmountAndSummaryProps {
  voucher: VoucherView;
  stall: Stall;
  purchase: Purchase;
}

function AmountAndSummary({ voucher, stall, purchase }: AmountAndSummaryProps) {
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
      <AmountNotes amount={amount} />
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
