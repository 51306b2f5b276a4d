import { toVoucherId, type VoucherId } from '#src/contract/brands.ts';

/**
 * Vouchers of practice. Their short code begins with PRAC, and their id is a UUID of version 8: what the product makes is always
 * of version 4, so that no paper that was ever paid for is taken for one of these, and no tablet without a link needs a
 * list to know one.
 */
const marked = /^b614c[0-9a-f]{3}-[0-9a-f]{4}-8/;

/** The same id, as one of practice. */
export function toPracticeVoucher(uuid: string): VoucherId {
  return toVoucherId(`b614c${uuid.slice(5, 14)}8${uuid.slice(15)}`);
}

export function isPracticeVoucher(id: VoucherId): boolean {
  return marked.test(id);
}
