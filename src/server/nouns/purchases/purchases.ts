import { calls } from '#src/contract/calls.ts';
import type { PurchaseCommand } from '#src/contract/purchases/schemas.ts';
import type { PurchaseWithdrawal, PurchaseWithdrawalCommand } from '#src/contract/purchases/withdrawal.ts';
import { actOf, type PurchaseAct } from '#src/operations/purchase/post.ts';
import type { PurchaseAnswer, PurchaseQueue } from '#src/operations/purchase/queue.ts';
import { recordVoid } from '#src/operations/void/post.ts';
import { postWithdrawal } from '#src/operations/withdrawal/post.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { type Actor, ownMarket } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { staffCall } from '#src/server/http/staff-operation.ts';
import { newOpId } from '#src/server/ledger/ids.ts';
import { retryTransaction } from '#src/server/ledger/receipts.ts';
import type { Database } from '#src/server/store/database.ts';

export type PurchaseDeps = { purchases: PurchaseQueue };

/**
 * Records a purchase exactly once for its operation id; without one it is a new operation. `actor` is null for the
 * holder of the voucher's link, on whose device it may have waited.
 */
export async function recordPurchase(
  deps: PurchaseDeps,
  command: PurchaseCommand,
  actor: string | null,
  opId: OpId | undefined,
  waited: Pick<PurchaseAct, 'waited'> = {},
): Promise<PurchaseAnswer> {
  if (command.price === 0) return { kind: 'refused', code: 'AMOUNT_ZERO', replayed: false };
  return deps.purchases.post({ ...actOf(command, opId ?? newOpId()), actor, ...waited });
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
    database.transaction((session) => postWithdrawal(session, now(), command, stall), 'money'),
  );
  return outcome.kind === 'done' ? done(outcome.receipt) : refuse(outcome.code);
}

export type VoidDeps = { database: Database; now: () => Date; timeZone: string };

/**
 * Voids a purchase, exactly once for the key. A stall may void its own unpaid purchases of
 * the same day, a market those of its stalls.
 */
export const voidPurchase = staffCall(calls.voidPurchase, (deps: VoidDeps, actor, command) => {
  const market = ownMarket(actor);
  const { codeCompra: code, reason, again } = command;
  const stall = actor.userType === 'ESTANTE' ? actor.id : null;
  const { timeZone } = deps;
  return (session, act) => recordVoid(session, { ...act, code, reason, again, stall, market, timeZone });
});
