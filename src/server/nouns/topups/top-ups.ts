import { calls } from '#src/contract/calls.ts';
import type { TopUpWithdrawal, TopUpWithdrawalCommand } from '#src/contract/purchases/withdrawal.ts';
import type { TopUpCommand, TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { recordTopUpVoid } from '#src/operations/top-up-void/post.ts';
import { topUpAtPoint, topUpHash } from '#src/operations/top-up/post.ts';
import { withdrawTopUp as withdraw } from '#src/operations/withdrawal/post.ts';
import type { MarketId, OpId } from '#src/protocol/brands.ts';
import { voucherExpiry } from '#src/protocol/voucher-proof.ts';
import { marketScope, type Actor, ownMarket } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { Context } from '#src/server/context.ts';
import { staffCall } from '#src/server/http/staff-operation.ts';
import { newOpId } from '#src/server/ledger/ids.ts';
import { retryTransaction, type StoredAnswer } from '#src/server/ledger/receipts.ts';

/** `topUpMax`: smallest unit shown. */
export type TopUpDeps = Pick<Context, 'database' | 'now' | 'voucherLinks' | 'topUpMax' | 'voucherLife'> &
  Partial<Pick<Context, 'settleWaitingFor'>>;

/** Records a top-up of the signed-in point exactly once for its operation id and for its voucher's uuid. */
export async function recordTopUp(
  deps: TopUpDeps,
  command: TopUpCommand,
  point: { id: string; marketId: MarketId },
  opId: OpId | undefined,
): Promise<StoredAnswer<TopUpReceipt>> {
  const recordedAt = deps.now();
  const expiresAt = voucherExpiry(recordedAt, deps.voucherLife);
  const { monto: face, uuid: voucherId, clientId: ownerId } = command;
  const makeLink = await deps.voucherLinks();
  const urlCodeQr = makeLink({
    voucherId,
    ownerId,
    marketId: point.marketId,
    face,
    issuedAt: recordedAt,
    expiresAt,
  });
  const entry = {
    op: opId ?? newOpId(),
    hash: topUpHash(command),
    voucher: voucherId,
    customer: ownerId,
    amount: face,
    topUpPoint: point.id,
    max: deps.topUpMax,
    recordedAt,
    expiresAt,
    urlCodeQr,
  };
  const answer = await retryTransaction(() =>
    deps.database.transaction((session) => topUpAtPoint(session, entry), 'money'),
  );
  if (answer.kind === 'done' && !answer.replayed) await deps.settleWaitingFor?.(voucherId);
  return answer;
}

/**
 * Withdraws an unaccepted top-up by its operation id. If the server has it, it is voided as its point would
 * void it; otherwise it can no longer arrive.
 */
export async function withdrawTopUp(
  { database, now, timeZone }: TopUpVoidDeps,
  actor: Actor,
  command: TopUpWithdrawalCommand,
): Promise<Answer<TopUpWithdrawal>> {
  const point = { actor, market: ownMarket(actor), timeZone };
  const outcome = await retryTransaction(() =>
    database.transaction((session) => withdraw(session, now(), command, point), 'money'),
  );
  return outcome.kind === 'done' ? done(outcome.receipt) : refuse(outcome.code);
}

type TopUpVoidDeps = Pick<Context, 'database' | 'now' | 'timeZone'>;

/**
 * Voids an unspent top-up exactly once. A point may void its own of the same day, a market those of its
 * points, and ADMIN any.
 */
export const topUpVoid = staffCall(calls.topUpVoid, (deps: TopUpVoidDeps, actor, command) => {
  const { id, reason } = command;
  const market = marketScope(actor);
  const point = actor.userType === 'RECARGA' ? actor.id : null;
  const { timeZone } = deps;
  return (session, act) =>
    recordTopUpVoid(session, { ...act, topUp: { id }, reason, point, market, timeZone });
});
