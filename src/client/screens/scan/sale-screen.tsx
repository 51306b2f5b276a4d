import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useOpenPurchase } from '#src/client/local/live.ts';
import type { VoucherView } from '#src/contract/voucher.ts';
import { useToday } from '../dashboard/use-today.ts';
import { SalePad } from './sale-pad.tsx';
import { SaleResult } from './sale-result.tsx';
import { useSale } from './use-sale.ts';

interface SaleScreenProps {
  voucher: VoucherView;
  onDone: () => void;
}

export function SaleScreen({ voucher, onDone }: SaleScreenProps) {
  const estanteName = useToday().data?.name ?? '';
  const sale = useSale(voucher, estanteName);
  const open = useOpenPurchase(voucher.uuid);
  const [toOutbox, setToOutbox] = useState(false);
  if (toOutbox) return <Navigate to="/dashboard/pendientes" />;
  if (sale.refusal !== '' || (sale.answer.kind !== 'none' && sale.answer.kind !== 'asking'))
    return <SaleResult voucher={voucher} sale={sale} onDone={onDone} onOutbox={() => setToOutbox(true)} />;
  return (
    <SalePad
      voucher={voucher}
      sale={sale}
      estanteName={estanteName}
      hasOpenPurchase={open !== null && open !== undefined && sale.answer.kind === 'none'}
      onBack={onDone}
    />
  );
}
