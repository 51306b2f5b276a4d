import { QrCode } from '#src/client/shared/print/qr-code.tsx';
import { withoutLinkTexts as texts } from '#src/client/texts/counter/without-link-texts.ts';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import type { VoucherId } from '#src/contract/brands.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import styles from '../purchase.module.css';

interface OwnCodeProps {
  /** with the proof */
  address: string;
  codeQrId: VoucherId;
  onClose: () => void;
}

/** The paper's code on the screen. */
export function OwnCode({ address, codeQrId, onClose }: OwnCodeProps) {
  return (
    <ReadDialog title={texts.codeTitle} onClose={onClose}>
      <div className={styles.ownCode}>
        <QrCode text={address} label={texts.codeTitle} size="min(100%, 60vh)" />
        <p>{shortCodeOf(codeQrId)}</p>
      </div>
    </ReadDialog>
  );
}
