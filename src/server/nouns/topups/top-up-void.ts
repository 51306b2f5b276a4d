import type { TopUpWithdrawal, TopUpWithdrawalCommand } from '#src/contract/purchases/withdrawal.ts';
import {
  topUpVoidReceiptSchema,
  type TopUpVoidCommand,
  type TopUpVoidReceipt,
} from '#src/contract/topups/top-up-void.ts';
import { recordTopUpVoid } from '#src/operations/top-up-void/post.ts';
import { withdrawTopUp as withdraw } from '#src/operations/withdrawal/post.ts';
import { type Actor, marketScope, ownMarket } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { retryTransaction } from '#src/server/ledger/receipts.ts';
import type { Database } from '#src/server/store/database.ts';

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

export type TopUpVoidDeps = { database: Database; now: () => Date; timeZone: string };

/**
 * Voids an unspent top-up exactly once. A point may void its own of the same day, a market those of its
 * points, and ADMIN any.
 */
export const topUpVoid: StaffCall<TopUpVoidDeps, TopUpVoidCommand, TopUpVoidReceipt> = (
  deps,
  actor,
  command,
  opId,
) => {
  const { id, reason } = command;
  const market = marketScope(actor);
  const { deviceId } = actor;
  const point = actor.userType === 'RECARGA' ? actor.id : null;
  return recordStaffOperation(
    deps,
    { kind: 'top-up-void', actor, body: command, opId, receiptSchema: topUpVoidReceiptSchema },
    (session, act) =>
      recordTopUpVoid(session, {
        ...act,
        deviceId,
        topUp: { id },
        reason,
        point,
        market,
        timeZone: deps.timeZone,
      }),
  );
};
