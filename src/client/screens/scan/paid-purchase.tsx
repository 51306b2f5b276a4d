import { Pencil, Printer, ScanQrCode, Undo2, Wallet } from 'lucide-react';
import { lazy, useEffect, useState } from 'react';
import { speak } from '#src/client/device/voice/announce.ts';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { type Voided, VoidPurchase } from '#src/client/money/purchase/void-purchase.tsx';
import { usePlace } from '#src/client/money/use-place.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { purchaseDetailTexts as detailTexts } from '#src/client/texts/purchases/purchases-texts.ts';
import { stallPurchaseTexts as texts } from '#src/client/texts/purchases/scan-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { timeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import type { Amount, MarketCode, Pesos } from '#src/protocol/brands.ts';
import { DrawnAmount, isDrawn, PurchaseOutcome } from './without-letters.tsx';
import styles from './purchase-result.module.css';

const PurchasePrintPage = lazy(() =>
  import('#src/client/money/purchase/purchase-print-page.tsx').then((m) => ({
    default: m.PurchasePrintPage,
  })),
);

interface PaidPurchaseProps {
  receipt: PurchaseReceipt;
  /** Rest for another voucher; 0 for none. Smallest unit shown. */
  lacking: Pesos;
  /** The whole purchase, when other vouchers paid before; 0 otherwise. */
  whole: Pesos;
  onDone: () => void;
  /** Reads the voucher that pays the rest. */
  onNext: () => void;
  /** The sale was voided, and the same voucher pays the right amount. */
  onChargeRight: (balance: Amount) => void;
}

type Step = 'paid' | 'print' | 'void' | 'correct' | { voided: Voided };

/** A paid sale: print its receipt, or correct or void it while the customer is still present. */
export function PaidPurchase(props: PaidPurchaseProps) {
  const { receipt, lacking, whole, onDone, onNext, onChargeRight } = props;
  const [step, setStep] = useState<Step>('paid');
  // A tablet opened with a PIN has no session, which a void needs.
  const market = useSessionUser()?.globalMarketId ?? null;
  if (typeof step === 'object')
    return <VoidedPurchase {...{ receipt, onDone, onChargeRight }} voided={step.voided} />;
  if (step === 'print' && market !== null)
    return <PurchasePrint {...{ receipt, market }} onBack={() => setStep('paid')} />;
  return (
    <>
      <PurchaseOutcome
        kind="paid"
        verdict={texts.paid}
        amount={amountText(receipt.price)}
        notes={<AmountNotes amount={receipt.price} size="full" />}
        facts={[
          { name: texts.customer, value: personName(receipt.userName) },
          { name: texts.purchase, value: receipt.codeCompra },
          whole > 0 && { name: texts.wholePurchase, value: amountText(whole) },
          {
            name: texts.newBalance,
            value: <DrawnAmount amount={receipt.nuevoSaldo} />,
            sign: isDrawn() ? Wallet : undefined,
          },
          { name: texts.time, value: timeText(receipt.createAt) },
        ]}
        delivery={
          lacking > 0
            ? { deliver: false, text: texts.lacksFirst(amountText(lacking)) }
            : { deliver: true, text: texts.deliver }
        }
        actions={
          <>
            <Button variant="on-paid" size="money" icon={ScanQrCode} onClick={lacking > 0 ? onNext : onDone}>
              {lacking > 0 ? texts.readOther : texts.another}
            </Button>
            {market !== null && (
              <div className={`cluster ${styles.ways}`}>
                <Button variant="on-zocalo-outline" icon={Printer} onClick={() => setStep('print')}>
                  {texts.print}
                </Button>
                {lacking === 0 && (
                  <Button variant="on-zocalo-outline" icon={Pencil} onClick={() => setStep('correct')}>
                    {texts.correct}
                  </Button>
                )}
                <Button variant="on-zocalo-outline" icon={Undo2} onClick={() => setStep('void')}>
                  {texts.void}
                </Button>
              </div>
            )}
          </>
        }
      />
      {(step === 'void' || step === 'correct') && (
        <VoidPurchase
          purchase={receipt}
          isCorrection={step === 'correct'}
          withToast={false}
          onNo={() => setStep('paid')}
          onDone={(voided) =>
            step === 'correct' && voided.credit === 'voucher'
              ? onChargeRight(voided.balance)
              : setStep({ voided })
          }
        />
      )}
    </>
  );
}

interface PurchasePrintProps {
  receipt: PurchaseReceipt;
  market: MarketCode;
  onBack: () => void;
}

function PurchasePrint({ receipt, market, onBack }: PurchasePrintProps) {
  const { marketName } = usePlace();
  return (
    <Overlay label={texts.print} onClose={onBack}>
      <Optional fallback={<Loading />}>
        <PurchasePrintPage purchase={{ ...receipt, marketName }} market={market} onBack={onBack} />
      </Optional>
    </Overlay>
  );
}

type VoidedPurchaseProps = Pick<PaidPurchaseProps, 'receipt' | 'onDone' | 'onChargeRight'> & {
  voided: Voided;
};

function VoidedPurchase({ receipt, voided, onDone, onChargeRight }: VoidedPurchaseProps) {
  const { reason, balance, credit } = voided;
  const canCharge = credit === 'voucher';
  const who = personName(receipt.userName);
  const { price } = receipt;
  useEffect(() => {
    void speak(({ voided: words }) => words(price));
  }, [price]);
  return (
    <PurchaseOutcome
      kind="voided"
      verdict={texts.voided}
      amount={amountText(receipt.price)}
      notes={<AmountNotes amount={receipt.price} size="full" />}
      message={<p>{detailTexts.voided1[credit](amountText(receipt.price), who)}</p>}
      facts={[
        { name: texts.purchase, value: receipt.codeCompra },
        { name: texts.reason, value: reason },
        canCharge && {
          name: texts.codeBalance,
          value: <DrawnAmount amount={balance} />,
          sign: isDrawn() ? Wallet : undefined,
        },
      ]}
      delivery={{ deliver: false, text: texts.takeBack }}
      actions={
        <>
          {canCharge && (
            <Button size="money" icon={Pencil} onClick={() => onChargeRight(balance)}>
              {texts.chargeRight(who)}
            </Button>
          )}
          <Button variant="secondary" icon={ScanQrCode} onClick={onDone}>
            {texts.readOther}
          </Button>
        </>
      }
    />
  );
}
