import { withoutLinkTexts as texts } from '#src/client/texts/vouchers/without-link-texts.ts';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import type { VoucherId } from '#src/protocol/brands.ts';
import { OwnCodeDrawing } from './own-code-drawing.tsx';

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
