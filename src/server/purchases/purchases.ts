import type { MarketId, OpId, VoucherId } from '#src/contract/brands.ts';
import {
  type PurchaseHistoryQuery,
  purchaseVoidReceiptSchema,
  type PurchaseVoidCommand,
  type PurchaseVoidReceipt,
} from '#src/contract/purchases/purchase-history.ts';
import type { PurchaseCommand, PurchasePage } from '#src/contract/purchases/schemas.ts';
import type { SharedSaleCommand, SharedSaleReceipt } from '#src/contract/purchases/shared-sale.ts';
import type { PurchaseWithdrawal, PurchaseWithdrawalCommand } from '#src/contract/purchases/withdrawal.ts';
import { dayStartIn } from '#src/domain/time/market-clock.ts';
import { namedMarket } from '#src/server/accounts/named-market.ts';
import { type Actor, ownMarket } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { newOpId } from '#src/server/ledger/ids.ts';
import type { PurchaseAnswer, PurchaseQueue } from '#src/server/ledger/purchase-queue.ts';
import { entryOf } from '#src/server/ledger/purchases.ts';
import { retryTransaction, type StoredAnswer } from '#src/server/ledger/receipts.ts';
import { postShares } from '#src/server/ledger/shared-sales.ts';
import { postQueuedPurchase } from '#src/server/operations/queued-purchase.ts';
import { voidSale } from '#src/server/operations/void.ts';
import { withdrawSale } from '#src/server/operations/withdrawal.ts';
import { noteSaleLines } from '#src/server/records/sale-lines.ts';
import type { Database } from '#src/server/store/database.ts';
import { readMarketPurchases, readPurchases } from './reads.ts';

export type PurchaseDeps = { purchases: PurchaseQueue };

/**
 * Records a purchase exactly once for its operation id; without one it is a new operation. `actor` is null for the
 * holder of the voucher's link.
 */
export async function recordPurchase(
  deps: PurchaseDeps,
  command: PurchaseCommand,
  actor: string | null,
  opId: OpId | undefined,
): Promise<PurchaseAnswer> {
  if (command.price === 0) return { kind: 'refused', code: 'AMOUNT_ZERO', replayed: false };
  return deps.purchases.post({ ...entryOf(command, opId ?? newOpId()), actor });
}

/**
 * Records a purchase that waited on the device of a link's holder. The stall may have charged for it
 * meanwhile.
 */
export function recordQueuedPurchase(
  { database, now, timeZone }: VoidDeps,
  command: PurchaseCommand,
  opId: OpId | undefined,
  waitedMs: number,
): Promise<PurchaseAnswer> {
  if (command.price === 0) return Promise.resolve({ kind: 'refused', code: 'AMOUNT_ZERO', replayed: false });
  const arrivedAt = now();
  const occurredAt = new Date(arrivedAt.getTime() - waitedMs);
  const entry = { ...entryOf(command, opId ?? newOpId()), actor: null, occurredAt };
  const dayStartMs = dayStartIn(arrivedAt, timeZone);
  return retryTransaction(() =>
    database.transaction((session) => postQueuedPurchase(session, arrivedAt, entry, dayStartMs), 'money'),
  );
}

/** Withdraws an unaccepted purchase by its operation id. `actor` is null for the holder of the voucher's link. */
export async function withdrawPurchase(
  { database, now, timeZone }: VoidDeps,
  actor: Actor | null,
  command: PurchaseWithdrawalCommand,
): Promise<Answer<PurchaseWithdrawal>> {
  if (actor && actor.id !== command.estanteId) return refuse('FORBIDDEN');
  const stall = actor && { actor, market: ownMarket(actor), timeZone };
  const outcome = await retryTransaction(() =>
    database.transaction((session) => withdrawSale(session, now(), command, stall), 'money'),
  );
  return outcome.ok ? done(outcome.receipt) : refuse(outcome.code);
}

type Deps = { database: Database };

/** Lists purchases at a market's stalls. A stall sees only its own rows, whatever stall it requests. */
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

/** Lists purchases of a voucher for the holder of its link, or of a customer for staff. */
export function listPurchases(
  deps: Deps,
  of: { voucherId: VoucherId } | { customerId: string; marketId: MarketId | null },
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<PurchasePage> {
  return readPurchases(deps.database, of, page);
}

export type VoidDeps = { database: Database; now: () => Date; timeZone: string };

/**
 * Records a sale paid by several vouchers, all or nothing, exactly once for the ids of its shares. A stall
 * can sell only for itself.
 */
export async function recordSharedSale(
  { database, now }: Pick<VoidDeps, 'database' | 'now'>,
  actor: Actor,
  { estanteId, shares, lines }: SharedSaleCommand,
): Promise<StoredAnswer<SharedSaleReceipt>> {
  if (estanteId !== actor.id) return { kind: 'refused', code: 'FORBIDDEN', replayed: false };
  const entries = shares.map((share) => ({
    ...entryOf({ ...share, estanteId }, share.opId),
    actor: actor.id,
  }));
  const answers = await retryTransaction(() =>
    database.transaction(async (session) => {
      const price = shares.reduce((sum, share) => sum + share.price, 0);
      const [first] = shares;
      if (lines && first) await noteSaleLines(session, { op: first.opId, price, lines });
      return postShares(session, now(), entries);
    }, 'money'),
  );
  const all = [...answers.values()];
  const replayed = all.every((answer) => answer.replayed);
  const refusals = all.flatMap((answer) => (answer.kind === 'refused' ? [answer] : []));
  // Only the share that fell short gives the reason; the others carry SHARE_REFUSED.
  const refused = refusals.find(({ code }) => code !== 'SHARE_REFUSED') ?? refusals[0];
  if (refused) return { ...refused, replayed };
  const paid = entries.flatMap(({ op }) => {
    const answer = answers.get(op);
    return answer?.kind === 'done' ? [{ ...answer.receipt, opId: op }] : [];
  });
  return { kind: 'done', receipt: { shares: paid }, replayed };
}

/**
 * Voids a purchase or a part of it, exactly once for the key. A stall may void its own unpaid purchases of
 * the same day, a market those of its stalls.
 */
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
