import { useDeviceFacts } from '#src/client/local/live-device.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { whenText } from '#src/client/shared/list-age.ts';
import { useConnection } from '#src/client/state/connection.ts';
import { offlineTexts } from '#src/client/texts/offline-texts.ts';
import { scanTexts } from '#src/client/texts/scan-texts.ts';

/** Under the camera: what can be charged, with a link and without. */
export function ScanNote() {
  const { link } = useConnection();
  const facts = useDeviceFacts();
  if (link !== 'offline' || facts?.state !== 'active' || facts.limits === null || facts.listAsOf === 0)
    return scanTexts.note;
  return offlineTexts.scanNote(amountText(facts.limits.perVoucher), whenText(facts.listAsOf));
}
