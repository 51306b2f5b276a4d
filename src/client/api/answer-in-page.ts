import { voucherViewSchema, type VoucherView } from '#src/contract/vouchers/schemas.ts';
import type { VoucherId } from '#src/protocol/brands.ts';

/**
 * Returns the voucher that the server wrote into the page, which saves a call before the balance is shown.
 * Null if there is none, or another one. It can be read once; a second read asks the server.
 */
export function takeVoucherInPage(codeQrId: VoucherId): VoucherView | null {
  const element = document.getElementById('voucher-in-page');
  if (!element) return null;
  element.remove();
  const parsed = voucherViewSchema.safeParse(JSON.parse(element.textContent));
  return parsed.success && parsed.data.uuid === codeQrId ? parsed.data : null;
}
