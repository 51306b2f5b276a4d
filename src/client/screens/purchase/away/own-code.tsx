import { QrCode } from '#src/client/money/papers/qr-code.tsx';
import { withoutLinkTexts as texts } from '#src/client/texts/vouchers/without-link-texts.ts';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import type { VoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { ownAddress } from './own-address.ts';
import styles from '#src/client/screens/purchase/purchase.module.css';

/** The voucher's QR on the screen. */
export function OwnCode({ codeQrId, onClose }: { codeQrId: VoucherId; onClose: () => void }) {
  return (
    <ReadDialog title={texts.codeTitle} onClose={onClose}>
      <OwnCodeDrawing codeQrId={codeQrId} />
    </ReadDialog>
  );
}

/** The voucher's QR for a stall to scan, with the proof when the page has it, and the short code under it. */
export function OwnCodeDrawing({ codeQrId }: { codeQrId: VoucherId }) {
  return (
    <div className={`stack-8 sum ${styles.ownCode}`}>
      <QrCode text={ownAddress()} label={texts.codeTitle} size="min(100%, 60vh)" />
      <p>{shortCodeOf(codeQrId)}</p>
    </div>
  );
}
