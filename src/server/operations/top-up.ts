import type { MarketId } from '#src/contract/brands.ts';
import { topUpReceiptSchema, type TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { checkedAsPosted, decideTopUp, type TopUpFacts } from '#src/domain/operations/top-up.ts';
import {
  findReceipt,
  insertReceipts,
  keyReused,
  toStoredAnswer,
  type StoredAnswer,
} from '#src/server/ledger/receipts.ts';
import { postTopUpIn, type TopUpEntry } from '#src/server/ledger/top-ups.ts';
import { writeDecision } from '#src/server/records/decisions.ts';
import type { Session } from '#src/server/store/database.ts';
import { lockTillRoom } from './cash/locked-till.ts';
import { lockPointCode, usePointCode } from './market-code.ts';

/** A point, and the market code that it typed for a top-up above its till's ceiling. */
export type PointWithCode = { point: string; market: MarketId; marketCode: string | undefined; at: Date };

export type TopUpAtPoint = TopUpEntry & {
  /** Maximum of one top-up, smallest unit shown. */
  max: number;
  market: MarketId;
  marketCode: string | undefined;
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
  const { op: opId, hash: bodyHash, amount, max, topUpPoint: point, market, marketCode, recordedAt } = entry;
  const known = await findReceipt(session, { opId, bodyHash });
  if (known === 'reused') return keyReused;
  if (known) return toStoredAnswer(known, bodyHash, (answer) => topUpReceiptSchema.parse(answer), true);
  const asked = { point, market, marketCode, at: recordedAt };
  const till = await lockRoomWithCode(session, asked);
  const decision = decideTopUp({ amount }, { ...checkedAsPosted, max, isApproved: false, till }, null);
  if (decision.kind === 'refuse') {
    const { code, left } = decision;
    if (code === 'TILL_FULL' || code === 'MARKET_CODE_INVALID')
      await insertReceipts(session, [{ opId, bodyHash, refusal: code, answer: { left } }], recordedAt);
    return { kind: 'refused', code, max, ...(left === undefined ? {} : { left }), replayed: false };
  }
  if (decision.kind !== 'post') throw new Error(`a call is answered at once: ${decision.kind}`);
  const answer = await postTopUpIn(session, { ...entry, passesCeiling: decision.plan.usesCode });
  if (decision.plan.usesCode && answer.kind === 'done') await allowByCode(session, asked, entry, till);
  return answer;
}

/** The code is used up with its top-up and named in the audit. */
async function allowByCode(
  session: Session,
  asked: PointWithCode,
  { amount, recordedAt }: TopUpAtPoint,
  till: TopUpFacts['till'],
): Promise<void> {
  const { point: id, market: marketId } = asked;
  await useTopUpCode(session, asked);
  const { rows } = await session.query<{ name: string }>({
    name: 'name-of-point',
    text: 'select owner_name as name from person where id = $1',
    values: [id],
  });
  await writeDecision(session, {
    kind: 'till-full-allowed',
    actor: { id },
    marketId,
    subject: { type: 'RECARGA', id, name: rows[0]?.name ?? '' },
    before: { held: till?.held, ceiling: till?.ceiling },
    after: { monto: amount },
    recordedAt,
  });
}

/**
 * Returns the point's unreceived cash, with its till locked until the end of the transaction. Null when there
 * is no such point.
 */
export async function lockRoomWithCode(session: Session, asked: PointWithCode): Promise<TopUpFacts['till']> {
  const { point, market } = asked;
  const room = await lockTillRoom(session, point);
  return room && { ...room, code: await lockPointCode(session, 'top-up', entryOf(asked), market) };
}

/** Uses up the locked code. */
export function useTopUpCode(session: Session, asked: PointWithCode): Promise<void> {
  return usePointCode(session, 'top-up', entryOf(asked), asked.market);
}

function entryOf({ point: actor, marketCode, at: recordedAt }: PointWithCode) {
  return { actor, marketCode, recordedAt };
}
