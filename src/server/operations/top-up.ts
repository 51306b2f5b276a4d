import { topUpReceiptSchema, type TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { checkedAsPosted, decideTopUp } from '#src/domain/operations/top-up.ts';
import {
  findReceipt,
  insertReceipts,
  keyReused,
  toStoredAnswer,
  type StoredAnswer,
} from '#src/server/ledger/receipts.ts';
import { postTopUpIn, type TopUpEntry } from '#src/server/ledger/top-ups.ts';
import type { Session } from '#src/server/store/database.ts';
import { lockTillRoom } from './cash/locked-till.ts';

export type TopUpAtPoint = TopUpEntry & {
  /** Maximum of one top-up, smallest unit shown. */
  max: number;
};

/**
 * Records a top-up of the signed-in point: loads, decides, posts. A replay gets its answer whatever the till
 * holds by then. A refusal by a full till is stored: the customer was sent away, and a late copy of the call
 * must not issue the voucher after all.
 */
export async function topUpAtPoint(
  session: Session,
  entry: TopUpAtPoint,
): Promise<StoredAnswer<TopUpReceipt>> {
  const { op: opId, hash: bodyHash, amount, max, topUpPoint: point, recordedAt } = entry;
  const known = await findReceipt(session, { opId, bodyHash });
  if (known === 'reused') return keyReused;
  if (known) return toStoredAnswer(known, bodyHash, (answer) => topUpReceiptSchema.parse(answer), true);
  const till = await lockTillRoom(session, point);
  const decision = decideTopUp({ amount }, { ...checkedAsPosted, max, isApproved: false, till }, null);
  if (decision.kind === 'refuse') {
    const { code, left } = decision;
    if (code === 'TILL_FULL')
      await insertReceipts(session, [{ opId, bodyHash, refusal: code, answer: { left } }], recordedAt);
    return { kind: 'refused', code, max, ...(left === undefined ? {} : { left }), replayed: false };
  }
  if (decision.kind !== 'post') throw new Error(`a call is answered at once: ${decision.kind}`);
  return postTopUpIn(session, entry);
}
