import { ScanQrCode } from 'lucide-react';
import { useOutboxSummary } from '#src/client/local/live.ts';
import { saleTexts as texts } from '#src/client/texts/sale-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import type { Fact } from '#src/client/ui/fact-list.tsx';
import { ResultScreen } from '#src/client/ui/result-screen.tsx';
import type { PurchaseReceipt } from '#src/contract/purchase.ts';
import type { VoucherView } from '#src/contract/voucher.ts';
import { amountText } from '../amount-text.ts';
import { timeText } from '../dates.ts';
import { personName } from '../person-name.ts';
import type { Sale } from './use-sale.ts';
import styles from './sale-result.module.css';

interface SaleResultProps {
  voucher: VoucherView;
  sale: Sale;
  onDone: () => void;
  onOutbox: () => void;
}

/** Paid, not charged, or to be confirmed: each with its own fill, shape, word and sound. */
export function SaleResult({ voucher, sale, onDone, onOutbox }: SaleResultProps) {
  const { answer } = sale;
  if (answer.kind === 'accepted' && answer.operation.fate.receipt?.kind === 'purchase')
    return <PaidSale receipt={answer.operation.fate.receipt.receipt} onDone={onDone} />;
  if (answer.kind === 'pending')
    return <PendingSale voucher={voucher} sale={sale} onDone={onDone} onOutbox={onOutbox} />;
  return <RefusedSale voucher={voucher} sale={sale} onDone={onDone} />;
}

function PaidSale({ receipt, onDone }: { receipt: PurchaseReceipt; onDone: () => void }) {
  return (
    <ResultScreen
      kind="paid"
      verdict={texts.paid}
      amount={amountText(receipt.price)}
      facts={[
        { name: texts.customer, value: personName(receipt.userName) },
        { name: texts.purchase, value: receipt.codeCompra },
        { name: texts.newBalance, value: amountText(receipt.nuevoSaldo) },
        { name: texts.time, value: timeText(receipt.createAt) },
      ]}
      delivery={{ deliver: true, text: texts.deliver }}
      actions={
        <Button variant="on-paid" size="money" icon={ScanQrCode} onClick={onDone}>
          {texts.another}
        </Button>
      }
    />
  );
}

function RefusedSale({ voucher, sale, onDone }: Omit<SaleResultProps, 'onOutbox'>) {
  const { amount, answer, refusal, changeAmount } = sale;
  // What the server refused it refused for a balance that this screen has not seen: it shows none.
  const isDecidedHere = refusal !== '';
  const missing = isDecidedHere ? amount - voucher.monto : 0;
  const facts: Fact[] = [
    { name: texts.customer, value: personName(voucher.clientId.ownerName) },
    { name: texts.purchase, value: amountText(amount) },
    ...(isDecidedHere ? [{ name: texts.balanceName, value: amountText(voucher.monto) }] : []),
    ...(missing > 0 ? [{ name: texts.missingName, value: amountText(missing) }] : []),
  ];
  return (
    <ResultScreen
      kind="refused"
      verdict={texts.refused}
      message={!isDecidedHere && answer.kind === 'refused' ? answer.message : refusal}
      facts={facts}
      delivery={{ deliver: false, text: texts.doNotDeliver }}
      actions={
        <>
          <Button size="money" onClick={() => changeAmount(0)}>
            {texts.changeAmount}
          </Button>
          <div className={styles.pair}>
            {missing > 0 && voucher.monto > 0 && (
              <Button variant="secondary" onClick={() => changeAmount(voucher.monto)}>
                {texts.chargeLeft(amountText(voucher.monto))}
              </Button>
            )}
            <Button variant="secondary" onClick={onDone}>
              {texts.cancel}
            </Button>
          </div>
        </>
      }
    />
  );
}

function PendingSale({ voucher, sale, onDone, onOutbox }: SaleResultProps) {
  const summary = useOutboxSummary();
  const facts: Fact[] = [
    { name: texts.customer, value: personName(voucher.clientId.ownerName) },
    ...(sale.answer.kind === 'pending' && sale.answer.operation.envelope !== null
      ? [{ name: texts.time, value: timeText(sale.answer.operation.envelope.occurredAt) }]
      : []),
    ...(summary === undefined
      ? []
      : [{ name: texts.pendingName, value: `${summary.openCount} · ${amountText(summary.openSum)}` }]),
  ];
  return (
    <ResultScreen
      kind="pending"
      verdict={texts.pending}
      amount={amountText(sale.amount)}
      message={texts.pendingNote.map((line) => (
        <p key={line}>{line}</p>
      ))}
      facts={facts}
      delivery={{ deliver: false, text: texts.doNotDeliver }}
      actions={
        <>
          <Button size="money" icon={ScanQrCode} onClick={onDone}>
            {texts.another}
          </Button>
          <Button variant="secondary" onClick={onOutbox}>
            {texts.seeOutbox}
          </Button>
        </>
      }
    />
  );
}
