import { QrCode } from '#src/client/money/papers/qr-code.tsx';
import { withoutLinkTexts as texts } from '#src/client/texts/vouchers/without-link-texts.ts';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import type { VoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import styles from '#src/client/screens/purchase/purchase.module.css';

interface OwnCodeProps {
  /** Includes the proof. */
  address: string;
  codeQrId: VoucherId;
  onClose: () => void;
}

/** The voucher's QR on the screen. */
export function OwnCode({ address, codeQrId, onClose }: OwnCodeProps) {
  return (
    <ReadDialog title={texts.codeTitle} onClose={onClose}>
      <OwnCodeDrawing address={address} codeQrId={codeQrId} />
    </ReadDialog>
  );
}

/**
 * The voucher's QR for a stall to scan, with the short code under it. `address` includes the proof when the
 * page has it.
 */
export function OwnCodeDrawing({ address, codeQrId }: { address: string; codeQrId: VoucherId }) {
  return (
    <div className={styles.ownCode}>
      <QrCode text={address} label={texts.codeTitle} size="min(100%, 60vh)" />
      <p>{shortCodeOf(codeQrId)}</p>
    </div>
  );
}
