import { toVoucherId, type VoucherId } from '#src/contract/brands.ts';

/**
 * Practice vouchers. Their short code starts with PRAC, and their id is a version 8 UUID, while real ones are
 * always version 4. No paid voucher is therefore ever taken for one of these, and an offline tablet
 * recognises one without a list.
 */
const marked = /^b614c[0-9a-f]{3}-[0-9a-f]{4}-8/;

/** Returns the id in its practice form. */
export function toPracticeVoucher(uuid: string): VoucherId {
  return toVoucherId(`b614c${uuid.slice(5, 14)}8${uuid.slice(15)}`);
}

export function isPracticeVoucher(id: VoucherId): boolean {
  return marked.test(id);
}
