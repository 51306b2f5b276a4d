import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { readChoice } from '#src/client/device/kept-choice.ts';
import { useOpenPurchase } from '#src/client/local/live/live.ts';
import type { Amount } from '#src/contract/brands.ts';
import { isHandedOver } from '#src/client/shared/operation/outcome-table.ts';
import { usePlace } from '#src/client/shared/use-place.ts';
import { PictureSaleResult } from './pictures/picture-sale-result.tsx';
import { PictureSale } from './pictures/picture-sale.tsx';
import { useActor } from '#src/client/state/unlocked.ts';
import { SharedSale } from './shares/shared-sale.tsx';
import { PendingSale } from './unaccepted/pending-sale.tsx';
import { SalePad } from './sale-pad.tsx';
import { PaidByPhone } from './paid-by-phone.tsx';
import { SaleResult } from './sale-result.tsx';
import { useChargedVouchers } from './scan-gate.ts';
import { Scanner } from './scanner.tsx';
import { useSale } from './use-sale.ts';
import type { ScannedSale } from './use-voucher-lookup.ts';

/** Camera first; once a voucher is read, the sale. */
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
  /** In drawings alone. */
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
  /** After a sale was taken back: its code holds what it held, and the next try is another operation. */
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
  // A sale that was accepted here is counted by the rules; one that nobody answered must not be charged twice.
  const isUndecided = open !== null && open !== undefined && !isHandedOver(open);
  const isHeld = isUndecided && sale.answer.kind === 'none';
  // The codes of a shared sale are open while it is placed: that screen shows them itself.
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
