import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useOpenPurchase } from '#src/client/local/live.ts';
import type { Amount } from '#src/contract/brands.ts';
import { usePlace } from '#src/client/shared/use-place.ts';
import { SalePad } from './sale-pad.tsx';
import { SaleResult } from './sale-result.tsx';
import { Scanner } from './scanner.tsx';
import { useSale } from './use-sale.ts';
import type { ScannedSale } from './use-voucher-lookup.ts';

/** Camera first; once a voucher is read, the sale. */
export function ScanScreen() {
  const [sale, setSale] = useState<ScannedSale | null>(null);
  if (sale === null) return <Scanner onSale={setSale} />;
  return <SaleScreen key={sale.voucherId} scanned={sale} onScanned={setSale} onDone={() => setSale(null)} />;
}

interface SaleScreenProps {
  scanned: ScannedSale;
  onScanned: (scanned: ScannedSale) => void;
  onDone: () => void;
}

function SaleScreen({ scanned, onScanned, onDone }: SaleScreenProps) {
  const estanteName = usePlace().name;
  const sale = useSale(scanned, estanteName);
  const open = useOpenPurchase(scanned.voucherId);
  const [toOutbox, setToOutbox] = useState(false);
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
  if (sale.refusal !== null || (sale.answer.kind !== 'none' && sale.answer.kind !== 'asking'))
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
  const isUndecided = open !== null && open !== undefined && open.status.offline?.kind !== 'accepted';
  return (
    <SalePad
      scanned={scanned}
      sale={sale}
      hasOpenPurchase={isUndecided && sale.answer.kind === 'none'}
      onBack={onDone}
    />
  );
}
