import { topUpReceiptSchema, type TopUpReceipt } from '#src/contract/topups/schemas.ts';
import type { VoucherJoinCommand } from '#src/contract/vouchers/voucher-care.ts';
import { joinVouchers } from '#src/operations/join/post.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { marketScope } from '#src/server/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import type { VoucherChangeDeps } from './changes.ts';

/** Joins vouchers of one customer into a new one, all or none, exactly once. */
export const join: StaffCall<VoucherChangeDeps, VoucherJoinCommand, TopUpReceipt> = async (
  deps,
  actor,
  command,
  opId,
) => {
  const { papers = [], ids: fromList = [], newUuid: newVoucher, identificacion, marketCode } = command;
  const asked = { papers, fromList, newVoucher, identificacion, marketCode };
  const by = { market: marketScope(actor), isTill: actor.userType === 'RECARGA' };
  const makeLink = await deps.voucherLinks();
  return recordStaffOperation(
    deps,
    { kind: 'join', actor, body: command, opId, receiptSchema: topUpReceiptSchema },
    (session, act) => joinVouchers(session, { ...act, ...asked, ...by, makeLink }),
    ({ _id: id, ownerName: name, monto }) => [
      {
        kind: 'vouchers-joined',
        marketId: actor.marketId,
        subject: { type: 'VOUCHER', id, name },
        before: { parts: fromList.length + papers.length },
        after: { newCode: shortCodeOf(newVoucher), monto, withCode: marketCode !== undefined },
      },
    ],
  );
};
