import { lazy, useEffect, useRef } from 'react';
import type { Operation } from '#src/client/local/db/operation.ts';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { voucherLink } from '#src/protocol/voucher-link.ts';

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

/**
 * The voucher that this kiosk issued offline, in the form of a receipt until the server's replaces it.
 * Returns null when it issued none.
 */
export function issuedReceipt({ envelope, status, label }: Operation): TopUpReceipt | null {
  if (!envelope || !('monto' in envelope.payload) || status.offline?.kind !== 'issued') return null;
  const { uuid, monto, clientId } = envelope.payload;
  const { proof, expiresAt } = status.offline;
  return {
    _id: '',
    identification: label?.identification ?? '',
    ownerName: label?.userName ?? '',
    status: true,
    createAt: envelope.occurredAt,
    urlCodeQr: `${voucherLink(location.origin, clientId, uuid)}#${proof}`,
    message: '',
    monto,
    uuid,
    ...(expiresAt !== undefined && { expiresAt }),
  };
}
