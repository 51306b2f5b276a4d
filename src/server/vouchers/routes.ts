import { calls } from '#src/contract/calls.ts';
import type { Routes } from '#src/server/http/routes.ts';
import { block, unblock, expire, reissue, type VoucherChangeDeps } from './changes.ts';
import { findVoucher } from './find-voucher.ts';

/** códigos QR con saldo: found, blocked, reissued, expired */
export function voucherRoutes(routes: Routes, vouchers: VoucherChangeDeps): void {
  routes.answer(calls.findVoucher, ({ actor, params }) => findVoucher(vouchers, params.code, actor !== null));
  routes.answer(calls.blockVoucher, ({ actor, body }) => block(vouchers, actor, body));
  routes.answer(calls.unblockVoucher, ({ actor, body }) => unblock(vouchers, actor, body));
  routes.stored(calls.reissueVoucher, ({ actor, body, opId }) => reissue(vouchers, actor, body, opId));
  routes.stored(calls.expireVoucher, ({ actor, body, opId }) => expire(vouchers, actor, body.uuid, opId));
}
