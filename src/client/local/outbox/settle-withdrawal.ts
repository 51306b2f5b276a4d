import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { OperationReceipt } from '#src/client/local/db/operation.ts';
import { transact } from '#src/client/local/db/reopen-lost-handle.ts';
import { ownSentence } from '#src/domain/purchase/own-sentence.ts';
import type { Envelope, TopUpVoidEnvelope, WithdrawalEnvelope } from '#src/operations/envelopes.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { applyAnswers, type Answered, type Moment } from './apply-receipt.ts';

export type TakingBack = WithdrawalEnvelope | TopUpVoidEnvelope;

/** Returns whether it stops an operation instead of making one. */
export function isTakingBack(envelope: Envelope): envelope is TakingBack {
  return envelope.kind === 'withdrawal' || envelope.kind === 'top-up-void';
}

/**
 * Applies the answer to a withdrawal: its operation was never made and never will be, or it was made and
 * stays. A crash between the two transactions leaves an operation that is sent once more and gets the same
 * answer.
 */
export async function settleWithdrawal(
  db: MoneyDb,
  envelope: TakingBack,
  stands: OperationReceipt | null,
  moment: Moment,
): Promise<void> {
  const opId = targetOf(envelope);
  if (stands) await forgetTakingBack(db, opId);
  const answered: Answered = stands
    ? { state: 'accepted', receipt: stands }
    : { state: 'refused', refusal: { code: 'WITHDRAWN', message: ownSentence('WITHDRAWN') } };
  const settled = { opId: envelope.opId, answered: { state: 'accepted' as const } };
  await applyAnswers(db, [{ opId, answered }, settled], moment);
}

export function targetOf(envelope: TakingBack): OpId {
  return envelope.kind === 'withdrawal' ? envelope.payload.purchaseOpId : envelope.payload.topUpOpId;
}

/** Reopens the operation, as it was before the person withdrew it. */
export function forgetTakingBack(db: MoneyDb, opId: OpId): Promise<void> {
  return transact(db, 'rw', [db.statuses], async (inside) => {
    const status = await inside.statuses.get(opId);
    if (!status) return;
    const { offline: _offline, ...rest } = status;
    await inside.statuses.put(rest);
  });
}
