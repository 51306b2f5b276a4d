import { downloadFile } from '#src/client/device/download-file.ts';
import { qrPngBlob } from '#src/client/device/draw-voucher-png.ts';
import { qrFileName } from '#src/client/device/qr-file-name.ts';
import { canShare, shareFile } from '#src/client/device/share.ts';
import { personName } from '#src/client/shared/names.ts';
import type { PrintedVoucher } from '#src/client/shared/print/printed-voucher.ts';

/** The code with amount, name and short code beneath it, as PNG. */
function voucherPicture({ urlCodeQr, ownerName, amount, shortCode }: PrintedVoucher): Promise<Blob> {
  return qrPngBlob(urlCodeQr, { ownerName: personName(ownerName), amount, shortCode });
}

const type = 'image/png';

/** Whether this device can send a picture. */
export function canShareVoucher(): boolean {
  return canShare(new File([], 'codigo_qr.png', { type }));
}

export async function shareVoucher(voucher: PrintedVoucher): Promise<void> {
  const name = qrFileName(voucher.ownerName);
  await shareFile(new File([await voucherPicture(voucher)], name, { type }), name);
}

/** Downloads the voucher as `<ownerName>_qr.png`. */
export async function downloadVoucher(voucher: PrintedVoucher): Promise<void> {
  downloadFile(await voucherPicture(voucher), qrFileName(voucher.ownerName));
}
