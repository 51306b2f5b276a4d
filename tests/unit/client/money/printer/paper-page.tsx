import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Roll } from '#src/client/device/printer/chosen-printer.ts';
import { type Dialect, encodePaper } from '#src/client/device/printer/encode-paper.ts';
import { joined } from '#src/client/device/printer/escpos.ts';
import { type PrintedVoucher, VoucherPaper } from '#src/client/money/papers/voucher-paper.tsx';
import { drawLaidOut } from '#src/client/money/printer/draw-laid-out.ts';
import '#src/client/ui/tokens.css';
import '#src/client/ui/base.css';

declare global {
  interface Window {
    /** The bytes of each of `vouchers`, drawn from the product's own paper. */
    printVouchers: (
      vouchers: PrintedVoucher[],
      options: { roll: Roll; dialect: Dialect },
    ) => Promise<number[][]>;
  }
}

const element = document.getElementById('root');
if (element) {
  const root = createRoot(element);
  window.printVouchers = async (vouchers, { roll, dialect }) => {
    flushSync(() =>
      root.render(
        vouchers.map((voucher) => <VoucherPaper key={voucher.shortCode} voucher={voucher} paper={roll} />),
      ),
    );
    const papers = await drawLaidOut({ current: element }, roll);
    return papers.map((parts) => [...joined(encodePaper(parts, { dialect }))]);
  };
}
