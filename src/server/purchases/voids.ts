import {
  purchaseVoidReceiptSchema,
  type PurchaseVoidCommand,
  type PurchaseVoidReceipt,
} from '#src/contract/money/purchase-history.ts';
import { ownMarket } from '#src/server/http/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { voidPurchase as postVoid } from '#src/server/ledger/void-purchase.ts';
import type { Database } from '#src/server/store/database.ts';

export type VoidDeps = { database: Database; now: () => Date; timeZone: string };

/** Voids a purchase exactly once: a stall its own of the same day, a market those of its stalls. */
export const voidPurchase: StaffCall<VoidDeps, PurchaseVoidCommand, PurchaseVoidReceipt> = (
  deps,
  actor,
  command,
  opId,
) => {
  const market = ownMarket(actor);
  const { codeCompra: code, reason } = command;
  const stall = actor.userType === 'ESTANTE' ? actor.id : null;
  return recordStaffOperation(
    deps,
    { kind: 'void', actor, body: command, opId, receiptSchema: purchaseVoidReceiptSchema },
    (session, entry) => postVoid(session, { ...entry, code, reason, stall, market, timeZone: deps.timeZone }),
    ({ codeCompra: id, estanteName: name, price, points, nuevoSaldo }) => [
      {
        kind: 'purchase-voided',
        marketId: market,
        subject: { type: 'PURCHASE', id, name },
        before: { price, points },
        after: { reason, nuevoSaldo },
      },
    ],
  );
};
