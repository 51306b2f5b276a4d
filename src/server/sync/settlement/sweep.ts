import { retryTransaction } from '#src/server/ledger/retry-transaction.ts';
import type { SettlementDeps } from '#src/server/sync/ports/deps.ts';
import { closeIfPaid, settleWaiting } from './settle.ts';

export type SweepDeps = SettlementDeps & { onFailure(error: unknown, what: string): void };

const mostAtOnce = 100;

/**
 * Settles the sales that waited for this voucher, which has just been issued. Never throws: the sweep does what is
 * left.
 */
export async function settleWaitingFor(deps: SweepDeps, voucherId: string): Promise<void> {
  try {
    await retryTransaction(() =>
      deps.store.inTransaction((tx) => settleWaiting(deps, tx, voucherId, deps.now())),
    );
  } catch (error) {
    deps.onFailure(error, `voucher ${voucherId}`);
  }
}

/**
 * Completes what a crash between two transactions left: sales waiting for a voucher that exists, lines whose purchase
 * has been paid. Each in a transaction of its own, so that a failure affects no other.
 */
export async function sweepSettlements(deps: SweepDeps): Promise<void> {
  const { vouchers, conflicts } = await deps.store.inTransaction(async (tx) => ({
    vouchers: await tx.waitingVouchers(mostAtOnce),
    conflicts: await tx.paidConflicts(mostAtOnce),
  }));
  for (const voucherId of vouchers) await settleWaitingFor(deps, voucherId);
  for (const id of conflicts)
    try {
      await deps.store.inTransaction(async (tx) => {
        const conflict = await tx.lockConflict(id);
        if (conflict && conflict.state !== 'resolved') await closeIfPaid(tx, conflict, deps.now());
      });
    } catch (error) {
      deps.onFailure(error, `conflict ${id}`);
    }
}
