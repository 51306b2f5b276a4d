import { useState } from 'react';
import type { VoucherView } from '#src/contract/voucher.ts';
import { SaleScreen } from './sale-screen.tsx';
import { Scanner } from './scanner.tsx';

/** Camera first; once a voucher is read, the sale. */
export function ScanScreen() {
  const [voucher, setVoucher] = useState<VoucherView | null>(null);
  if (voucher === null) return <Scanner onVoucher={setVoucher} />;
  return <SaleScreen key={voucher.uuid} voucher={voucher} onDone={() => setVoucher(null)} />;
}
