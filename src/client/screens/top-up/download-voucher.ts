import { downloadFile } from '#src/client/device/download-file.ts';
import { qrPngBlob } from '#src/client/device/draw-voucher-png.ts';
import { qrFileName } from '#src/client/device/qr-file-name.ts';
import type { PrintedVoucher } from '../print/printed-voucher.ts';

/** Downloads the voucher as `<ownerName>_qr.png`. */
export async function downloadVoucher(voucher: PrintedVoucher): Promise<void> {
  const { urlCodeQr, ownerName, amount, shortCode } = voucher;
  downloadFile(await qrPngBlob(urlCodeQr, { ownerName, amount, shortCode }), qrFileName(ownerName));
}
