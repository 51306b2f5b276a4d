import { ScanQrCode } from 'lucide-react';
import { useState, useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { readChoice } from '#src/client/device/kept-choice.ts';
import { playCue } from '#src/client/device/sound.ts';
import { useOpenPurchase } from '#src/client/local/live/live.ts';
import { PictureSaleResult } from '#src/client/screens/scan/pictures/picture-sale-result.tsx';
import { PictureSale } from '#src/client/screens/scan/pictures/picture-sale.tsx';
import { SharedSale } from '#src/client/screens/scan/shares/shared-sale.tsx';
import { PendingSale } from '#src/client/screens/scan/unaccepted/pending-sale.tsx';
import { amountText } from '#src/client/shared/amounts.ts';
import { timeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { isHandedOver } from '#src/client/shared/operation/outcome-table.ts';
import { usePlace } from '#src/client/shared/use-place.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { paidByPhoneTexts as texts, saleTexts } from '#src/client/texts/purchases/scan-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import type { Amount } from '#src/contract/brands.ts';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import { SalePad } from './sale-pad.tsx';
import { SaleResult } from './sale-result.tsx';
import { useChargedVouchers } from './scan-gate.ts';
import { Scanner } from './scanner.tsx';
import { useSale } from './use-sale.ts';
import type { ScannedSale } from './use-voucher-lookup.ts';

/** Camera first; the sale opens once a voucher is read. */
export function ScanScreen() {
  const [sale, setSale] = useState<ScannedSale | null>(null);
  const [withPictures] = useState(() => readChoice('pictures') === 'yes');
  if (sale === null) return <Scanner onSale={setSale} isWordless={withPictures} />;
  return (
    <SaleScreen
      key={sale.voucherId}
      scanned={sale}
      isWordless={withPictures}
      onScanned={setSale}
      onDone={() => setSale(null)}
    />
  );
}

interface SaleScreenProps {
  scanned: ScannedSale;
  /** Shown as drawings only. */
  isWordless: boolean;
  onScanned: (scanned: ScannedSale) => void;
  onDone: () => void;
}

function SaleScreen({ scanned, isWordless, onScanned, onDone }: SaleScreenProps) {
  const estanteName = usePlace().name;
  const sale = useSale(scanned, estanteName);
  const [codes] = useState([scanned]);
  useChargedVouchers(codes, sale.answer.kind);
  const open = useOpenPurchase(scanned.voucherId);
  const [toOutbox, setToOutbox] = useState(false);
  const [shared, setShared] = useState<number | null>(null);
  const isOnDuty = useActor() !== null;
  const [isOther, setOther] = useState(false);
  /** After a withdrawn sale: its voucher has its balance back, and the next try is a new operation. */
  function chargeAgain(balance: Amount): void {
    if (scanned.kind === 'seen')
      onScanned({
        ...scanned,
        voucher: { ...scanned.voucher, monto: balance, status: true, state: 'ACTIVE' },
      });
    sale.changeAmount(0);
  }

  if (toOutbox) return <Navigate to="/dashboard/pendientes" />;
  const isDone = sale.refusal !== null || (sale.answer.kind !== 'none' && sale.answer.kind !== 'asking');
  if (isDone && isWordless)
    return <PictureSaleResult sale={sale} onDone={onDone} onOutbox={() => setToOutbox(true)} />;
  if (isDone)
    return (
      <SaleResult
        scanned={scanned}
        sale={sale}
        onDone={onDone}
        onOutbox={() => setToOutbox(true)}
        onChargeAgain={chargeAgain}
      />
    );
  // The rules already count a sale accepted here; a sale without an answer must not be charged twice.
  const isUndecided = open !== null && open !== undefined && !isHandedOver(open);
  const isHeld = isUndecided && sale.answer.kind === 'none';
  // The vouchers of a shared sale are open while it is placed; that screen shows them itself.
  if (isHeld && !isWordless && open && shared === null)
    return <PendingSale operation={open} onDone={onDone} onOutbox={() => setToOutbox(true)} />;
  const justPaid = scanned.kind === 'seen' && !isOther ? scanned.voucher.justPaid : undefined;
  if (justPaid && scanned.kind === 'seen' && sale.answer.kind === 'none')
    return (
      <PaidByPhone
        customer={scanned.voucher.clientId}
        purchase={justPaid}
        onDone={onDone}
        onOther={() => setOther(true)}
      />
    );
  if (isWordless) return <PictureSale scanned={scanned} sale={sale} isHeld={isHeld} onBack={onDone} />;
  if (shared !== null)
    return (
      <SharedSale
        first={scanned}
        price={shared}
        lines={sale.lines}
        onBack={() => setShared(null)}
        onDone={onDone}
      />
    );
  return <SalePad {...{ scanned, sale }} onBack={onDone} onComplete={isOnDuty ? setShared : undefined} />;
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
