import type { Envelope } from '#src/contract/sync/envelope.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { decideTillHandOver } from '#src/domain/operations/cash/till-hand-over.ts';
import { receiptKeyOf } from '#src/server/sync/envelopes/own-receipt.ts';
import { refusedResult } from '#src/server/sync/envelopes/results.ts';
import { authorRefusal } from './author-rules.ts';
import type { EntryContext, EntryFacts } from './context.ts';
import { awaits } from './proven.ts';

type HandOverEnvelope = Extract<Envelope, { kind: 'till-hand-over' }>;

/**
 * Records cash that a point handed over without a link. It is on its way from now on, until another person
 * receives it. A hand-over that cannot be posted is not reviewed: no debt arises from it, and the next count
 * at the point finds the cash.
 */
export async function recordTillHandOver(
  context: EntryContext,
  envelope: HandOverEnvelope,
  facts: EntryFacts,
): Promise<SyncResult> {
  const { tx, author, deps, now } = context;
  const { opId, operatorId: point, payload } = envelope;
  const barred = facts.isProven
    ? null
    : author.revokedAt
      ? 'DEVICE_REVOKED'
      : authorRefusal('till-hand-over', facts);
  const loaded = await tx.loadTillHandOver({ point, market: author.marketId });
  const decision = decideTillHandOver({ amount: payload.monto }, loaded, { barred });
  const key = receiptKeyOf(envelope);
  if (decision.kind === 'wait') return awaits(context, opId, decision.code);
  if (decision.kind === 'refuse') {
    const { code, left } = decision;
    await tx.insertReceipt({ ...key, refusal: code, answer: left === undefined ? {} : { left } }, now);
    return refusedResult(opId, code, {
      symbol: deps.currencySymbol,
      ...(left === undefined ? {} : { left }),
    });
  }
  const { monto: amount, pieces = [] } = payload;
  const staff = { op: opId, movement: deps.newId(), actor: point, recordedAt: now };
  const answer = await tx.postTillHandOver(
    { ...staff, market: author.marketId, point, amount, pieces },
    decision.plan,
  );
  await tx.insertReceipt({ ...key, refusal: null, answer }, now);
  return { opId, state: 'accepted' };
}
