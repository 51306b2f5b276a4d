import { ScanQrCode } from 'lucide-react';
import { useState, useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { readChoice } from '#src/client/device/kept-choice.ts';
import { playCue } from '#src/client/device/sound.ts';
import { useOpenPurchase } from '#src/client/local/live/live.ts';
import { PictureSaleResult } from '#src/client/screens/scan/pictures/picture-sale-result.tsx';
import { PictureSale } from '#src/client/screens/scan/pictures/picture-sale.tsx';
import { PendingSale } from '#src/client/screens/scan/unaccepted/pending-sale.tsx';
import { amountText } from '#src/client/shared/amounts.ts';
import { timeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { isHandedOver } from '#src/client/shared/operation/outcome-table.ts';
import { useOpenSale } from '#src/client/shared/operation/use-answer.ts';
import { usePlace } from '#src/client/shared/use-place.ts';
import { paidByPhoneTexts as texts, saleTexts } from '#src/client/texts/purchases/scan-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import type { Amount, Pesos } from '#src/contract/brands.ts';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import { SalePad } from './sale-pad.tsx';
import { SaleResult } from './sale-result.tsx';
import { useChargedVoucher } from './scan-gate.ts';
import { Scanner } from './scanner.tsx';
import { useSale } from './use-sale.ts';
import type { ScannedSale } from './use-voucher-lookup.ts';

/** A purchase of which vouchers paid a part. Smallest unit shown. */
type Rest = { paid: Pesos; lacking: Pesos };
const none: Rest = { paid: 0, lacking: 0 };

/** Camera first; the sale opens once a voucher is read. The rest that a voucher lacks is offered to the next one. */
export function ScanScreen() {
  const [sale, setSale] = useState<ScannedSale | null>(null);
  const [rest, setRest] = useState(none);
  const [withPictures] = useState(() => readChoice('pictures') === 'yes');
  useOpenSale(rest.lacking > 0);
  const end = () => setRest(none);
  if (sale === null)
    return <Scanner onSale={setSale} isWordless={withPictures} lacking={rest.lacking} onEnd={end} />;
  return (
    <SaleScreen
      key={sale.voucherId}
      scanned={sale}
      rest={rest}
      isWordless={withPictures}
      onScanned={setSale}
      onPart={(price, lacking) => {
        setRest({ paid: rest.paid + price, lacking });
        setSale(null);
      }}
      onDone={(isPaid) => {
        if (isPaid) end();
        setSale(null);
      }}
    />
  );
}

interface SaleScreenProps {
  scanned: ScannedSale;
  rest: Rest;
  /** Shown as drawings only. */
  isWordless: boolean;
  onScanned: (scanned: ScannedSale) => void;
  /** This voucher paid a part of the purchase. */
  onPart: (price: Pesos, lacking: Pesos) => void;
  /** Without a payment the rest stays open for the next voucher. */
  onDone: (isPaid: boolean) => void;
}

function SaleScreen({ scanned, rest, isWordless, onScanned, onPart, onDone }: SaleScreenProps) {
  const sale = useSale(scanned, usePlace().name, rest.lacking);
  const { answer, refusal, amount, lacking } = sale;
  useChargedVoucher(scanned, answer.kind);
  const open = useOpenPurchase(scanned.voucherId);
  const [toOutbox, setToOutbox] = useState(false);
  const [corrected, setCorrected] = useState<Pesos | null>(null);
  const [isOther, setOther] = useState(false);
  const leave = () => onDone(false);
  const next = () => onPart(amount, lacking);

  /** After a void: the voucher has its balance back, and the next try is a new operation. */
  function chargeRight(balance: Amount): void {
    if (scanned.kind === 'seen')
      onScanned({
        ...scanned,
        voucher: { ...scanned.voucher, monto: balance, status: true, state: 'ACTIVE' },
      });
    setCorrected(amount);
    sale.chargeRight(amount);
  }

  if (toOutbox) return <Navigate to="/dashboard/pendientes" />;
  const isDone = refusal !== null || (answer.kind !== 'none' && answer.kind !== 'asking');
  const done = () => onDone(refusal === null && answer.kind !== 'refused');
  if (isDone && isWordless)
    return <PictureSaleResult sale={sale} onDone={done} onOutbox={() => setToOutbox(true)} />;
  if (isDone)
    return (
      <SaleResult
        {...{ scanned, sale, corrected }}
        paidBefore={rest.paid}
        onDone={done}
        onNext={next}
        onOutbox={() => setToOutbox(true)}
        onChargeRight={chargeRight}
      />
    );
  // The rules already count a sale accepted here; a sale without an answer must not be charged twice.
  const isUndecided = open !== null && open !== undefined && !isHandedOver(open);
  const isHeld = isUndecided && answer.kind === 'none';
  if (isHeld && !isWordless && open)
    return (
      <PendingSale
        operation={open}
        lacking={0}
        onDone={leave}
        onNext={leave}
        onOutbox={() => setToOutbox(true)}
      />
    );
  const justPaid = scanned.kind === 'seen' && !isOther ? scanned.voucher.justPaid : undefined;
  if (justPaid && scanned.kind === 'seen' && answer.kind === 'none')
    return (
      <PaidByPhone
        customer={scanned.voucher.clientId}
        purchase={justPaid}
        onDone={leave}
        onOther={() => setOther(true)}
      />
    );
  if (isWordless) return <PictureSale scanned={scanned} sale={sale} isHeld={isHeld} onBack={leave} />;
  return <SalePad {...{ scanned, sale, corrected }} onBack={leave} />;
}

interface PaidByPhoneProps {
  customer: VoucherView['clientId'];
  purchase: NonNullable<VoucherView['justPaid']>;
  onDone: () => void;
  /** The customer buys something else. */
  onOther: () => void;
}

/**
 * Shows what the holder has just bought here by the link. A phone that received no answer does not know that
 * it paid, and its holder presents the voucher: the stall sees the purchase before it charges again.
 */
function PaidByPhone({ customer, purchase, onDone, onOther }: PaidByPhoneProps) {
  const { price, createAt, codeCompra } = purchase;
  useEffect(() => {
    // No sale was made just now, so the sound is not that of a sale.
    playCue('pending');
  }, []);
  return (
    <ResultScreen
      kind="paid"
      verdict={texts.verdict}
      amount={amountText(price)}
      notes={<AmountNotes amount={price} size="full" />}
      facts={[
        { name: saleTexts.customer, value: personName(customer.ownerName) },
        { name: saleTexts.purchase, value: codeCompra },
        { name: texts.byPhone, value: timeText(createAt) },
      ]}
      delivery={{ deliver: false, text: texts.onlyOnce }}
      actions={
        <>
          <Button variant="on-paid" size="money" icon={ScanQrCode} onClick={onDone}>
            {saleTexts.readOther}
          </Button>
          <Button variant="on-zocalo-outline" onClick={onOther}>
            {texts.other}
          </Button>
        </>
      }
    />
  );
}
