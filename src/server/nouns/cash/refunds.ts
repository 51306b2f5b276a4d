import {
  refundActSchema,
  type RefundAct,
  type RefundablePage,
  type RefundCommand,
  type RefundPage,
} from '#src/contract/vouchers/refund.ts';
import { refundVouchers } from '#src/operations/refund/post.ts';
import { marketScope, ownMarket, type Actor } from '#src/server/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { readRefundable, readRefunds, type Page } from './refund-reads.ts';
import type { CashDeps } from './tills.ts';

/** devolución: refunds the balances of these vouchers by the market's decision, exactly once, all or none. */
export const refund: StaffCall<CashDeps, RefundCommand, RefundAct> = (deps, actor, command, opId) => {
  const market = ownMarket(actor);
  const { vouchers, reason } = command;
  return recordStaffOperation(
    deps,
    { kind: 'refund', actor, body: command, opId, receiptSchema: refundActSchema },
    (session, act) => refundVouchers(session, { ...act, market, vouchers, reason }),
    ({ refunds }) =>
      refunds.map(({ code, ownerName: name, shortCode, monto }) => ({
        kind: 'voucher-refunded',
        marketId: market,
        subject: { type: 'VOUCHER', id: code, name: shortCode },
        before: { monto },
        after: { code, reason, name, monto: 0 },
      })),
  );
};

/** Returns owners of vouchers of this market with a balance, largest first. */
export function listRefundable(
  deps: CashDeps,
  actor: Actor,
  query: Page & { q?: string | undefined },
): Promise<RefundablePage> {
  return readRefundable(deps.database, ownMarket(actor), query, deps.now());
}

export function listRefunds(deps: CashDeps, actor: Actor, query: Page): Promise<RefundPage> {
  return readRefunds(deps.database, marketScope(actor), query);
}
