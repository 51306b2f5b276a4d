import { topUpReceiptSchema, type TopUpReceipt } from '#src/contract/top-up.ts';
import {
  voucherBlockedSchema,
  voucherExpiryReceiptSchema,
  type VoucherBlockCommand,
  type VoucherBlocked,
  type VoucherExpiryReceipt,
  type VoucherReissueCommand,
} from '#src/contract/voucher-care.ts';
import { call } from './call.ts';
import type { Outcome } from './outcome.ts';
import { officeTimeoutMs } from './office-timeout.ts';

export function blockVoucher(body: VoucherBlockCommand): Promise<Outcome<VoucherBlocked>> {
  return call({
    method: 'POST',
    path: '/code-qr/block',
    body,
    answer: voucherBlockedSchema,
    signedIn: true,
    timeoutMs: officeTimeoutMs,
  });
}

export function unblockVoucher(body: VoucherBlockCommand): Promise<Outcome<VoucherBlocked>> {
  return call({
    method: 'POST',
    path: '/code-qr/unblock',
    body,
    answer: voucherBlockedSchema,
    signedIn: true,
    timeoutMs: officeTimeoutMs,
  });
}

/** Answers like a top-up: with the new voucher's link. */
export function reissueVoucher(opId: string, body: VoucherReissueCommand): Promise<Outcome<TopUpReceipt>> {
  return call({
    method: 'POST',
    path: '/code-qr/reissue',
    body,
    answer: topUpReceiptSchema,
    signedIn: true,
    idempotencyKey: opId,
    timeoutMs: officeTimeoutMs,
  });
}

export function expireVoucher(opId: string, body: { uuid: string }): Promise<Outcome<VoucherExpiryReceipt>> {
  return call({
    method: 'POST',
    path: '/code-qr/expire',
    body,
    answer: voucherExpiryReceiptSchema,
    signedIn: true,
    idempotencyKey: opId,
    timeoutMs: officeTimeoutMs,
  });
}
