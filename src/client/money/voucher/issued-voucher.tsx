import { lazy, useEffect, useRef } from 'react';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';

const VoucherPanel = lazy(() => import('./voucher-panel.tsx').then((m) => ({ default: m.VoucherPanel })));

interface IssuedVoucherProps {
  receipt: TopUpReceipt;
  /** Label of the button that moves on. */
  again: string;
  onAgain: () => void;
}

/** A voucher issued on a page other than the top-up's, in the same form: scrolled into view, with the focus on its first button. */
export function IssuedVoucher({ receipt, again, onAgain }: IssuedVoucherProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={place}>
      <Optional fallback={<Loading />}>
        <VoucherPanel receipt={receipt} again={again} onAgain={onAgain} takesFocus />
      </Optional>
    </div>
  );
}
