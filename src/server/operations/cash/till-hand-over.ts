import { toAmount, type Amount, type MarketId } from '#src/contract/brands.ts';
import type { HandOverReceipt, HandOverState, HandOverVoid } from '#src/contract/cash/till-hand-over.ts';
import type { CountedPieces } from '#src/contract/cash/till.ts';
import {
  decideHandOverVoid,
  decideTillHandOver,
  handOverCodeOf,
  type TillHandOverFacts,
  type TillHandOverPlan,
} from '#src/domain/operations/cash/till-hand-over.ts';
import { lockAccountSum } from '#src/server/ledger/accounts.ts';
import { post } from '#src/server/ledger/journal.ts';
import { leg } from '#src/server/ledger/legs.ts';
import { movementOf, refused, type Outcome, type StaffEntry } from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';
import { lockTill } from './locked-till.ts';
import { asJson } from './till-count.ts';

export type TillHandOverEntry = StaffEntry & {
  market: MarketId;
  point: string;
  amount: Amount;
  pieces: readonly CountedPieces[];
};

/** A point hands over by a call: loads, decides, posts. */
export async function handOverTill(
  session: Session,
  entry: TillHandOverEntry,
): Promise<Outcome<HandOverReceipt>> {
  const facts = await loadTillHandOver(session, entry);
  const decision = decideTillHandOver(entry, facts, null);
  if (decision.kind === 'post')
    return { ok: true, receipt: await postTillHandOver(session, entry, decision.plan) };
  if (decision.kind === 'refuse') return refused(decision.code, decision.left);
  throw new Error(`a call is answered at once: ${decision.kind}`);
}

export async function loadTillHandOver(
  session: Session,
  { point, market }: Pick<TillHandOverEntry, 'point' | 'market'>,
): Promise<TillHandOverFacts> {
  const locked = await lockTill(session, point, market);
  const { rowCount } = await session.query({
    name: 'till-may-grow',
    text: `select 1 where exists (select 1 from sale_conflict
        where kind = 'top-up' and state = 'review' and stall_id = $1)
      or exists (select 1 from expected_device e join device d on d.id = e.device_id
        where e.epoch = (select max(number) from epoch) and e.market_id = $2 and e.returned_at is null and d.revoked_at is null)`,
    values: [point, market],
  });
  return { till: locked?.till ?? null, mayStillGrow: rowCount > 0 };
}

export async function postTillHandOver(
  session: Session,
  entry: TillHandOverEntry,
  { left }: TillHandOverPlan,
): Promise<HandOverReceipt> {
  const { op, point, market, amount, pieces } = entry;
  const code = handOverCodeOf(op);
  await post(session, {
    ...movementOf(entry),
    kind: 'till-hand-over',
    legs: [leg('cash', point, market, amount), leg('in-transit', point, market, 0 - amount)],
    detail: { topUpPointId: point, marketId: market, code, amount, pieces: asJson(pieces) },
  });
  return {
    _id: entry.movement,
    code,
    monto: amount,
    left: toAmount(left),
    createAt: entry.recordedAt.toISOString(),
  };
}

/** A hand-over with its status, under the lock of its point's till. */
export type LockedHandOver = {
  id: string;
  code: string;
  point: string;
  ownerName: string;
  amount: Amount;
  /** Person who declared it. */
  by: string | null;
  state: HandOverState;
  received: { id: string; counted: Amount; answers: 'POINT' | 'MARKET' | 'OPEN' | null } | null;
};

/** Returns null when this market has no such hand-over. */
export async function lockHandOver(
  session: Session,
  { id, market }: { id: string; market: MarketId },
): Promise<LockedHandOver | null> {
  const { rows } = await session.query<{ point: string }>({
    name: 'point-of-hand-over',
    text: 'select top_up_point_id as point from till_hand_over where movement_id = $1 and market_id = $2',
    values: [id, market],
  });
  const [found] = rows;
  if (!found) return null;
  await lockAccountSum(session, found.point);
  // After the lock and in a separate statement, whose snapshot includes writes of the transaction that held
  // the lock.
  const { rows: read } = await session.query<{
    code: string;
    amount: Amount;
    ownerName: string;
    by: string | null;
    is_void: boolean;
    receipt: string | null;
    counted: Amount | null;
    answers: 'POINT' | 'MARKET' | 'OPEN' | null;
  }>({
    name: 'hand-over-state',
    text: `select h.code, h.amount, p.owner_name as "ownerName", m.recorded_by as by, v.movement_id is not null as is_void,
        r.movement_id as receipt, r.counted, coalesce(d.answers, r.answers) as answers
      from till_hand_over h join movement m on m.id = h.movement_id join person p on p.id = h.top_up_point_id
        left join till_hand_over_void v on v.hand_over_id = h.movement_id
        left join till_receipt r on r.hand_over_id = h.movement_id
        left join till_difference d on d.receipt_id = r.movement_id
      where h.movement_id = $1`,
    values: [id],
  });
  const [row] = read;
  if (!row) throw new Error(`the hand-over ${id} is gone`);
  const { code, amount, ownerName, by, receipt, counted, answers } = row;
  const received = receipt === null || counted === null ? null : { id: receipt, counted, answers };
  const state = received ? 'RECEIVED' : row.is_void ? 'TAKEN_BACK' : 'IN_TRANSIT';
  return { id, code, point: found.point, ownerName, amount, by, state, received };
}

/** "No la entregué": withdraws a hand-over of the point: loads, decides, posts. */
export async function voidHandOver(
  session: Session,
  entry: StaffEntry & { market: MarketId; point: string; id: string },
): Promise<Outcome<HandOverVoid>> {
  const { market, point } = entry;
  const found = await lockHandOver(session, entry);
  const handOver = found?.point === point ? found : null;
  const till = 0 - (await lockAccountSum(session, point));
  const decision = decideHandOverVoid(handOver, { till });
  if (decision.kind === 'refuse') return refused(decision.code, decision.left);
  if (!handOver) throw new Error('a hand-over was taken back that is not there');
  const { id: handOverId, code, amount } = handOver;
  await post(session, {
    ...movementOf(entry),
    kind: 'till-hand-over-void',
    legs: [leg('cash', point, market, 0 - amount), leg('in-transit', point, market, amount)],
    detail: { handOverId, topUpPointId: point, marketId: market, amount },
  });
  return {
    ok: true,
    receipt: {
      _id: entry.movement,
      handOverId,
      code,
      monto: amount,
      left: toAmount(decision.plan.left),
      createAt: entry.recordedAt.toISOString(),
    },
  };
}
