import { toAmount, type Amount, type MarketId } from '#src/contract/brands.ts';
import type { DifferenceAnswer, HandOver, HandOverPage } from '#src/contract/cash/till-hand-over.ts';
import { defaultPageSize } from '#src/contract/limits.ts';
import { newestFirst, readCursor } from '#src/server/records/paging.ts';
import type { Session } from '#src/server/store/database.ts';
import { fateOfHandOver, isOnItsWay, isUnanswered, overdueMs } from './open-hand-overs.ts';

type Page = { limit?: number | undefined; cursor?: string | undefined };
type Of = {
  marketId: MarketId | null;
  pointId: string | null;
  /** Id of the caller. */
  asker: string;
  /** On its way, or with an unassigned difference. */
  isOpen: boolean;
};

type Row = Pick<HandOver, '_id' | 'code' | 'topUpPointId' | 'ownerName' | 'monto' | 'pieces'> & {
  recorded_at: Date;
  recorded_by: string | null;
  is_void: boolean;
  receipt: string | null;
  counted: Amount | null;
  answers: DifferenceAnswer | null;
  received_at: Date | null;
  received_by: string | null;
};

/** Returns hand-overs newest first, or only open ones oldest first. */
export async function readHandOvers(session: Session, of: Of, page: Page, now: Date): Promise<HandOverPage> {
  const limit = page.limit ?? defaultPageSize;
  const cursor = readCursor(page.cursor);
  const [order, beyond] = of.isOpen ? ['asc', '>'] : ['desc', '<'];
  const { rows } = await session.query<Row>({
    name: 'hand-overs',
    text: `select h.movement_id as "_id", h.code, h.top_up_point_id as "topUpPointId", p.owner_name as "ownerName",
        h.amount as monto, coalesce(h.pieces, '[]') as pieces, h.recorded_at, m.recorded_by, v.movement_id is not null as is_void,
        r.movement_id as receipt, r.counted, coalesce(d.answers, r.answers) as answers, r.recorded_at as received_at,
        b.owner_name as received_by
      from till_hand_over h join movement m on m.id = h.movement_id join person p on p.id = h.top_up_point_id ${fateOfHandOver}
        left join movement rm on rm.id = r.movement_id left join person b on b.id = rm.recorded_by
      where ${of.marketId ? 'h.market_id = $1' : '$1::uuid is null'} and ${of.pointId ? 'h.top_up_point_id = $2' : '$2::uuid is null'}
        and ($3::timestamptz is null or (h.recorded_at, h.movement_id) ${beyond} ($3, $4::uuid))
        ${of.isOpen ? `and ((${isOnItsWay}) or (${isUnanswered}))` : ''}
      order by h.recorded_at ${order}, h.movement_id ${order} limit $5`,
    values: [of.marketId, of.pointId, cursor?.at ?? null, cursor?.id ?? null, limit + 1],
  });
  return newestFirst(
    rows,
    limit,
    (last) => ({ at: last.recorded_at, id: last._id }),
    (row) => toHandOver(row, of, now),
  );
}

function toHandOver(row: Row, { asker }: Of, now: Date): HandOver {
  const { _id, code, topUpPointId, ownerName, monto, pieces, recorded_at: at } = row;
  const { receipt, counted, received_at: receivedAt } = row;
  const received =
    receipt === null || counted === null || receivedAt === null
      ? null
      : {
          _id: receipt,
          counted,
          difference: toAmount(counted - monto),
          answers: row.answers,
          byName: row.received_by ?? '',
          createAt: receivedAt.toISOString(),
        };
  const state = received ? 'RECEIVED' : row.is_void ? 'TAKEN_BACK' : 'IN_TRANSIT';
  return {
    _id,
    code,
    topUpPointId,
    ownerName,
    monto,
    pieces,
    createAt: at.toISOString(),
    state,
    isOverdue: state === 'IN_TRANSIT' && now.getTime() - at.getTime() > overdueMs,
    isOwn: row.recorded_by === asker,
    received,
  };
}
