import { toVoucherId, type VoucherId } from '#src/protocol/brands.ts';
import { newId } from './new-id.ts';

/** Generated with the top-up's form, so that the voucher is the same however often it is sent. */
export function newVoucherId(): VoucherId {
  return toVoucherId(newId());
}
