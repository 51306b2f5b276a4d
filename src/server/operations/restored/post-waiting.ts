import type { MarketId } from '#src/contract/brands.ts';
import { lockTreasury } from '#src/server/ledger/accounts.ts';
import { retryTransaction } from '#src/server/ledger/receipts.ts';
import { writeDecision } from '#src/server/records/decisions.ts';
import type { Database } from '#src/server/store/database.ts';
import { changeConfirmation, lockWaiting, readWaiting, type Confirmation } from './confirmations.ts';
import { entryOf, postConfirmation } from './post-confirmation.ts';

export type WaitingDeps = {
  database: Database;
  now: () => Date;
  onFailure: (error: unknown, what: string) => void;
};

/**
 * Posts confirmations that have become possible. Each has a separate transaction: a crash in between leaves
 * whole ones, and the next run resumes. `market` is null for all markets.
 */
export async function postWaiting(deps: WaitingDeps, market: MarketId | null = null): Promise<void> {
  for (const waiting of await readWaiting(deps.database, market))
    try {
      await retryTransaction(() => postOne(deps, waiting));
    } catch (error) {
      deps.onFailure(error, waiting.op);
    }
}

/**
 * A refusal means that its voucher or stall has changed: the market sees that it waits, and may withdraw it.
 */
async function postOne(
  { database, now }: WaitingDeps,
  { op, market }: Pick<Confirmation, 'op' | 'market'>,
): Promise<void> {
  await database.transaction(async (session) => {
    await lockTreasury(session, market);
    const waiting = await lockWaiting(session, op, market);
    if (!waiting) return;
    const recordedAt = now();
    const outcome = await postConfirmation(session, entryOf(waiting, recordedAt), waiting, waiting);
    if (!outcome.ok || outcome.receipt.posted === waiting.posted) return;
    const { state, posted } = outcome.receipt;
    await changeConfirmation(session, op, { state, posted });
    await writeDecision(session, {
      kind: 'restore-confirmed',
      actor: { id: waiting.person },
      marketId: market,
      subject: { type: waiting.kind, id: op, name: waiting.codes.join(', ') },
      before: { posted: waiting.posted },
      after: { posted },
      recordedAt,
    });
  }, 'money');
}
