import { QrCode } from '#src/client/money/papers/qr-code.tsx';
import { withoutLinkTexts as texts } from '#src/client/texts/vouchers/without-link-texts.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import styles from '../purchase.module.css';

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
