import { qrPngBlob } from '#src/client/device/draw-voucher-png.ts';
import type { PrintedVoucher } from '../print/printed-voucher.ts';
import { personName } from '../person-name.ts';

/** The code with amount, name and short code beneath it, as PNG. */
export function voucherPicture({ urlCodeQr, ownerName, amount, shortCode }: PrintedVoucher): Promise<Blob> {
  return qrPngBlob(urlCodeQr, { ownerName: personName(ownerName), amount, shortCode });
}
