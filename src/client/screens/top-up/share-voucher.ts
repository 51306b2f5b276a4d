import { qrFileName } from '#src/client/device/qr-file-name.ts';
import { canShare, shareFile } from '#src/client/device/share.ts';
import type { PrintedVoucher } from '../print/printed-voucher.ts';
import { voucherPicture } from './voucher-picture.ts';

const type = 'image/png';

/** Whether this device can send a picture. */
export function canShareVoucher(): boolean {
  return canShare(new File([], 'codigo_qr.png', { type }));
}

export async function shareVoucher(voucher: PrintedVoucher): Promise<void> {
  const name = qrFileName(voucher.ownerName);
  await shareFile(new File([await voucherPicture(voucher)], name, { type }), name);
}
