import { useState } from 'react';
import { SaleScreen } from './sale-screen.tsx';
import type { ScannedSale } from './scanned-sale.ts';
import { Scanner } from './scanner.tsx';

/** Camera first; once a voucher is read, the sale. */
export function ScanScreen() {
  const [sale, setSale] = useState<ScannedSale | null>(null);
  if (sale === null) return <Scanner onSale={setSale} />;
  return <SaleScreen key={sale.voucherId} scanned={sale} onDone={() => setSale(null)} />;
}
