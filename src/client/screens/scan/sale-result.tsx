import { amountText } from '#src/client/shared/amounts.ts';
import { personName } from '#src/client/shared/names.ts';
import { DrawnAmount } from '#src/client/shared/notes/drawn-amount.tsx';
import { refusalMessage } from '#src/client/shared/operation/refusal-message.ts';
import { useMarkRead } from '#src/client/shared/operation/use-mark-read.ts';
import { saleTexts as texts } from '#src/client/texts/purchases/scan-texts.ts';
import { offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import type { Fact } from '#src/client/ui/tables/fact-list.tsx';
import type { Amount, Pesos } from '#src/contract/brands.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { PaidSale } from './paid-sale.tsx';
import { PendingSale } from './unaccepted/pending-sale.tsx';
import { isTakenBackByPerson, TakenBackSale } from './unaccepted/taken-back-sale.tsx';
import type { Sale } from './use-sale.ts';
import type { ScannedSale } from './use-voucher-lookup.ts';
import styles from './sale-result.module.css';

interface SaleResultProps {
  scanned: ScannedSale;
  sale: Sale;
  /** Paid with other vouchers before; 0 for nothing. Smallest unit shown. */
  paidBefore: Pesos;
  /** A sale of this voucher that was voided to correct it; null without one. */
  corrected: Pesos | null;
  onDone: () => void;
  /** Reads the voucher that pays the rest. */
  onNext: () => void;
  onOutbox: () => void;
  /** Charges the same customer the right amount; the voucher's balance is passed. */
  onChargeRight: (balance: Amount) => void;
}

/** Paid, not charged, accepted offline, or unconfirmed: each has its own fill, shape, word and sound. */
export function SaleResult(props: SaleResultProps) {
  const { scanned, sale, paidBefore, corrected, onDone, onNext, onOutbox, onChargeRight } = props;
  const { answer, lacking } = sale;
  if (
    sale.refusal === null &&
    answer.kind === 'accepted' &&
    answer.operation.status.receipt?.kind === 'purchase'
  )
    return (
      <PaidSale
        receipt={answer.operation.status.receipt.receipt}
        lacking={lacking}
        whole={paidBefore > 0 && lacking === 0 ? paidBefore + sale.amount : 0}
        onDone={onDone}
        onNext={onNext}
        onChargeRight={onChargeRight}
      />
    );
  if (sale.refusal === null && (answer.kind === 'pending' || answer.kind === 'decided-here'))
    return (
      <PendingSale
        operation={answer.operation}
        lacking={lacking}
        onDone={onDone}
        onNext={onNext}
        onOutbox={onOutbox}
      />
    );
  if (sale.refusal === null && answer.kind === 'refused' && isTakenBackByPerson(answer.operation))
    return (
      <TakenBackSale operation={answer.operation} onDone={onDone} onAgain={() => sale.changeAmount(0)} />
    );
  return <RefusedSale {...{ scanned, sale, corrected, onDone }} />;
}

type RefusedSaleProps = Pick<SaleResultProps, 'scanned' | 'sale' | 'corrected' | 'onDone'>;

function RefusedSale({ scanned, sale, corrected, onDone }: RefusedSaleProps) {
  const { amount, answer, refusal, changeAmount } = sale;
  const markRead = useMarkRead(answer);
  // The server refused because of a balance that this screen has not seen, so it shows none.
  const balance = scanned.kind === 'seen' ? scanned.voucher.monto : scanned.view.known;
  const most = refusal?.most ?? 0;
  const missing = refusal === null ? 0 : amount - balance;
  const facts: Fact[] = [
    { name: texts.customer, value: customerOf(scanned) },
    { name: texts.purchase, value: <DrawnAmount amount={amount} /> },
    ...(refusal === null
      ? []
      : [
          {
            name: refusal.isOffline ? offlineTexts.known : texts.balanceName,
            value: <DrawnAmount amount={balance} />,
          },
        ]),
    ...(missing > 0 ? [{ name: texts.missingName, value: amountText(missing) }] : []),
    ...(corrected === null ? [] : [{ name: texts.voided, value: amountText(corrected) }]),
  ];
  return (
    <ResultScreen
      kind="refused"
      verdict={texts.refused}
      message={refusal?.message ?? (answer.kind === 'refused' ? refusalMessage(answer.operation) : '')}
      facts={facts}
      delivery={{ deliver: false, text: texts.doNotDeliver }}
      actions={
        <>
          <Button
            size="money"
            onClick={() => {
              markRead();
              changeAmount(0);
            }}
          >
            {texts.changeAmount}
          </Button>
          <div className={styles.pair}>
            {most > 0 && most < amount && (
              <Button variant="secondary" onClick={() => changeAmount(most)}>
                {texts.chargeLeft(amountText(most))}
              </Button>
            )}
            <Button
              variant="secondary"
              onClick={() => {
                markRead();
                onDone();
              }}
            >
              {refusal?.isOffline === true ? offlineTexts.tryOnline : texts.cancel}
            </Button>
          </div>
        </>
      }
    />
  );
}

function customerOf(scanned: ScannedSale): string {
  return scanned.kind === 'seen'
    ? personName(scanned.voucher.clientId.ownerName)
    : shortCodeOf(scanned.voucherId);
}
