import { downloadFile } from '#src/client/device/download-file.ts';
import { qrFileName } from '#src/client/device/qr-file-name.ts';
import type { PrintedVoucher } from '../print/printed-voucher.ts';
import { voucherPicture } from './voucher-picture.ts';

/** Downloads the voucher as `<ownerName>_qr.png`. */
export async function downloadVoucher(voucher: PrintedVoucher): Promise<void> {
  downloadFile(await voucherPicture(voucher), qrFileName(voucher.ownerName));
}
