import { isPracticing } from '#src/client/state/practice/practicing.ts';
import { toVoucherId, type VoucherId } from '#src/contract/brands.ts';
import { toPracticeVoucher } from '#src/domain/voucher/practice-voucher.ts';
import { newId } from './new-id.ts';

/** Generated with the top-up's form, so that the voucher is the same however often it is sent. */
export function newVoucherId(): VoucherId {
  const id = newId();
  return isPracticing() ? toPracticeVoucher(id) : toVoucherId(id);
}
