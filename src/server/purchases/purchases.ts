import type { MarketId, OpId, VoucherId } from '#src/contract/brands.ts';
import type { PurchaseCommand, PurchasePage } from '#src/contract/money/purchase.ts';
import { newOpId } from '#src/server/ledger/ids.ts';
import type { PurchaseAnswer, PurchaseQueue } from '#src/server/ledger/purchase-queue.ts';
import {
  sharedSaleReceiptSchema,
  type SharedSaleCommand,
  type SharedSaleReceipt,
} from '#src/contract/money/shared-sale.ts';
import { purchaseHash, refused } from '#src/server/ledger/receipts.ts';
import {
  type PurchaseHistoryQuery,
  purchaseVoidReceiptSchema,
  type PurchaseVoidCommand,
  type PurchaseVoidReceipt,
} from '#src/contract/money/purchase-history.ts';
import { namedMarket } from '#src/server/accounts/named-market.ts';
import { type Actor, ownMarket } from '#src/server/http/actor.ts';
import { done, type Answer } from '#src/server/http/answer.ts';
import type { Database } from '#src/server/store/database.ts';
import { readMarketPurchases, readPurchases } from './reads.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { postSharedSale } from '#src/server/ledger/shared-sales.ts';
import { voidSale } from '#src/server/ledger/voids/void-sale.ts';

export type PurchaseDeps = { purchases: PurchaseQueue };

/**
 * Records a purchase exactly once for its operation id; without one it is a new operation. `actor` null: the holder of
 * the voucher's link.
 */
export async function recordPurchase(
  deps: PurchaseDeps,
  command: PurchaseCommand,
  actor: string | null,
  opId: OpId | undefined,
): Promise<PurchaseAnswer> {
  const { userId, estanteId, codeQrUuid, price } = command;
  if (price === 0) return { kind: 'refused', code: 'AMOUNT_ZERO', replayed: false };
  return deps.purchases.post({
    op: opId ?? newOpId(),
    // Names travel with the call and are never trusted: they are no part of what makes it the same operation.
    hash: purchaseHash(command),
    voucher: codeQrUuid,
    customer: userId,
    stall: estanteId,
    price,
    actor,
  });
}

type Deps = { database: Database };

/** Purchases at a market's stalls; a stall sees its own rows, whatever stall it asks for. */
export async function listMarketPurchases(
  deps: Deps,
  actor: Actor,
  market: string,
  query: PurchaseHistoryQuery,
): Promise<Answer<PurchasePage>> {
  const found = await namedMarket(deps, actor, market);
  if (!found.ok) return found;
  const stallId = actor.userType === 'ESTANTE' ? actor.id : (query.estanteId ?? null);
  return done(await readMarketPurchases(deps.database, { marketId: found.value.id, stallId }, query));
}

/** Purchases of a voucher for the holder of its link, of a customer for staff. */
export function listPurchases(
  deps: Deps,
  of: { voucherId: VoucherId } | { customerId: string; marketId: MarketId | null },
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<PurchasePage> {
  return readPurchases(deps.database, of, page);
}

export type VoidDeps = { database: Database; now: () => Date; timeZone: string };

/** Records a sale that several vouchers pay, all or nothing, exactly once for the key. A stall sells for itself alone. */
export const recordSharedSale: StaffCall<
  Pick<VoidDeps, 'database' | 'now'>,
  SharedSaleCommand,
  SharedSaleReceipt
> = (deps, actor, command, opId) => {
  const { estanteId: stall, price } = command;
  const shares = command.shares.map((share) => ({
    customer: share.userId,
    voucher: share.codeQrUuid,
    price: share.price,
  }));
  return recordStaffOperation(
    deps,
    { kind: 'shared-sale', actor, body: command, opId, receiptSchema: sharedSaleReceiptSchema },
    async (session, entry) =>
      stall === actor.id ? postSharedSale(session, { ...entry, stall, price, shares }) : refused('FORBIDDEN'),
  );
};

/** Voids a purchase or a part of it, exactly once for the key: a stall its own of the same day that it has not been paid, a market those of its stalls. */
export const voidPurchase: StaffCall<VoidDeps, PurchaseVoidCommand, PurchaseVoidReceipt> = (
  deps,
  actor,
  command,
  opId,
) => {
  const market = ownMarket(actor);
  const { codeCompra: code, reason, monto: amount = null } = command;
  const stall = actor.userType === 'ESTANTE' ? actor.id : null;
  return recordStaffOperation(
    deps,
    { kind: 'void', actor, body: command, opId, receiptSchema: purchaseVoidReceiptSchema },
    (session, entry) =>
      voidSale(session, { ...entry, code, reason, amount, stall, market, timeZone: deps.timeZone }),
    ({ codeCompra: id, estanteName: name, price, returned, stands, points, nuevoSaldo }) => [
      {
        kind: 'purchase-voided',
        marketId: market,
        subject: { type: 'PURCHASE', id, name },
        before: { price, points },
        after: { reason, nuevoSaldo, ...(stands ? { returned, stands } : {}) },
      },
    ],
  );
};
