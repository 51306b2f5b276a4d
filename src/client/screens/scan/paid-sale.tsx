import { Printer, ScanQrCode, Undo2 } from 'lucide-react';
import { lazy, useState } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { timeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { DrawnAmount } from '#src/client/shared/notes/drawn-amount.tsx';
import { Optional } from '#src/client/shared/problem/crash-guard.tsx';
import { type VoidedPart, VoidSale } from '#src/client/shared/sale/void-sale.tsx';
import { usePlace } from '#src/client/shared/use-place.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { saleTexts as texts } from '#src/client/texts/purchases/scan-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import type { Amount, MarketCode } from '#src/contract/brands.ts';
import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import styles from './sale-result.module.css';

const SalePrintPage = lazy(() =>
  import('#src/client/shared/sale/sale-print-page.tsx').then((m) => ({ default: m.SalePrintPage })),
);

interface PaidSaleProps {
  /** Receipt of the whole sale. */
  receipt: PurchaseReceipt;
  /** Receipts of the shares, when several vouchers paid. */
  shares?: readonly PurchaseReceipt[];
  onDone: () => void;
  onChargeAgain: (balance: Amount) => void;
}

const noShares: readonly PurchaseReceipt[] = [];

type Step = 'paid' | 'print' | 'void' | { voided: VoidedPart };

/** A paid sale: print its receipt, or void it while the customer is still present. */
export function PaidSale({ receipt, shares = noShares, onDone, onChargeAgain }: PaidSaleProps) {
  const [step, setStep] = useState<Step>('paid');
  // A tablet opened with a PIN has no session, which a void needs.
  const market = useSessionUser()?.globalMarketId ?? null;
  if (typeof step === 'object')
    return <VoidedSale {...{ receipt, shares, onDone, onChargeAgain }} voided={step.voided} />;
  if (step === 'print' && market !== null)
    return <SalePrint {...{ receipt, shares, market }} onBack={() => setStep('paid')} />;
  return (
    <>
      <ResultScreen
        kind="paid"
        verdict={texts.paid}
        amount={amountText(receipt.price)}
        notes={<AmountNotes amount={receipt.price} size="full" />}
        facts={[
          { name: texts.customer, value: personName(receipt.userName) },
          { name: texts.purchase, value: receipt.codeCompra },
          ...(shares.length > 0
            ? shares.map(({ codeQrUuid, price }) => ({
                name: texts.code(shortCodeOf(codeQrUuid)),
                value: amountText(price),
              }))
            : [{ name: texts.newBalance, value: <DrawnAmount amount={receipt.nuevoSaldo} /> }]),
          { name: texts.time, value: timeText(receipt.createAt) },
        ]}
        delivery={{ deliver: true, text: texts.deliver }}
        actions={
          <>
            <Button variant="on-paid" size="money" icon={ScanQrCode} onClick={onDone}>
              {texts.another}
            </Button>
            {market !== null && (
              <div className={styles.pair}>
                <Button variant="on-zocalo-outline" icon={Printer} onClick={() => setStep('print')}>
                  {texts.print}
                </Button>
                <Button variant="on-zocalo-outline" icon={Undo2} onClick={() => setStep('void')}>
                  {texts.void}
                </Button>
              </div>
            )}
          </>
        }
      />
      {step === 'void' && (
        <VoidSale
          sale={receipt}
          withToast={false}
          onNo={() => setStep('paid')}
          onDone={(voided) => setStep({ voided })}
        />
      )}
    </>
  );
}

interface SalePrintProps {
  receipt: PurchaseReceipt;
  shares: readonly PurchaseReceipt[];
  market: MarketCode;
  onBack: () => void;
}

function SalePrint({ receipt, shares, market, onBack }: SalePrintProps) {
  const { marketName } = usePlace();
  return (
    <Overlay label={texts.print} onClose={onBack}>
      <Optional fallback={<Loading />}>
        <SalePrintPage sale={{ ...receipt, marketName, shares }} market={market} onBack={onBack} />
      </Optional>
    </Overlay>
  );
}

function VoidedSale({
  receipt,
  shares = noShares,
  voided,
  onDone,
  onChargeAgain,
}: PaidSaleProps & { voided: VoidedPart }) {
  const who = personName(receipt.userName);
  const { returned, stands, balance } = voided;
  const isPart = stands > 0;
  return (
    <ResultScreen
      kind="voided"
      verdict={isPart ? texts.voidedInPart : texts.voided}
      amount={amountText(receipt.price)}
      notes={<AmountNotes amount={returned} size="full" />}
      message={isPart ? texts.partNote(who, amountText(returned)) : texts.voidedNote(who)}
      facts={[
        { name: texts.purchase, value: receipt.codeCompra },
        ...(isPart
          ? [
              { name: texts.returned, value: amountText(returned) },
              { name: texts.stands, value: amountText(stands) },
            ]
          : []),
        { name: texts.reason, value: voided.reason },
        ...(shares.length > 0 ? [] : [{ name: texts.codeBalance, value: <DrawnAmount amount={balance} /> }]),
      ]}
      delivery={{ deliver: false, text: texts.takeBack }}
      actions={
        <>
          {!isPart && shares.length === 0 && (
            <Button size="money" onClick={() => onChargeAgain(balance)}>
              {texts.chargeRight(who)}
            </Button>
          )}
          <Button
            variant={isPart || shares.length > 0 ? 'primary' : 'secondary'}
            size={isPart || shares.length > 0 ? 'money' : 'row'}
            icon={ScanQrCode}
            onClick={onDone}
          >
            {texts.readOther}
          </Button>
        </>
      }
    />
  );
}
