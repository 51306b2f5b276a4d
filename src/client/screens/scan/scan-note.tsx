import { useDeviceFacts } from '#src/client/local/live-device.ts';
import { useConnection } from '#src/client/state/connection.ts';
import { offlineTexts } from '#src/client/texts/offline-texts.ts';
import { scanTexts } from '#src/client/texts/scan-texts.ts';
import { amountText } from '../amount-text.ts';
import { whenText } from '../list-age.ts';

/** Under the camera: what can be charged, with a link and without. */
export function ScanNote() {
  const { link } = useConnection();
  const facts = useDeviceFacts();
  if (link !== 'offline' || facts?.state !== 'active' || facts.limits === null || facts.listAsOf === 0)
    return scanTexts.note;
  return offlineTexts.scanNote(amountText(facts.limits.perVoucher), whenText(facts.listAsOf));
}
