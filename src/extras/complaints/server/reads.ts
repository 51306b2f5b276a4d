import type { Amount, MarketId, VoucherId } from '#src/contract/brands.ts';
import { toAmount } from '#src/contract/brands.ts';
import { defaultPageSize } from '#src/contract/limits.ts';
import { idOfSqlText } from '#src/server/records/id-of-text.ts';
import { newestFirst, readCursor } from '#src/server/records/paging.ts';
import type { Session } from '#src/server/store/database.ts';
import type {
  Complaint,
  ComplaintDetail,
  ComplaintPage,
  ComplaintQuery,
  ComplaintReason,
  ComplaintRow,
  ComplaintVerdict,
} from '../contract/schemas.ts';

type Row = {
  id: string;
  number: number;
  code: string;
  stall_id: string;
  stall_name: string;
  market_name: string;
  user_name: string;
  reason: ComplaintReason;
  words: string;
  filed_at: Date;
  due_at: Date;
  price: Amount;
  back: Amount;
  stall_words: string;
  stall_words_at: Date | null;
  verdict: ComplaintVerdict | null;
  answer_words: string;
  answered_at: Date | null;
  answered_by: string;
  returned: Amount;
};

const columns = `k.id, k.number, b.code, k.stall_id, s.stall_name, m.name as market_name, c.owner_name as user_name, k.reason,
  k.words, k.filed_at, k.due_at, b.amount as price, k.stall_words, k.stall_words_at, k.verdict, k.answer_words, k.answered_at,
  k.returned, case when a.user_type = 'ESTANTE' then s.stall_name else m.name end as answered_by,
  (select coalesce(sum(o.amount), 0) from purchase_void o where o.purchase_id = k.purchase_id)::bigint as back`;
const tables = `complaint k join purchase b on b.movement_id = k.purchase_id join person s on s.id = k.stall_id
  join market m on m.id = k.market_id join person c on c.id = b.customer_id left join person a on a.id = k.answered_by`;

/** The complaints of one market, of one stall, or of all (null). */
export type ComplaintScope = { marketId: MarketId | null; stallId: string | null };

export async function readComplaints(
  session: Session,
  of: ComplaintScope,
  query: ComplaintQuery,
  now: Date,
): Promise<ComplaintPage> {
  const limit = query.limit ?? defaultPageSize;
  const cursor = readCursor(query.cursor);
  const { rows } = await session.query<Row>({
    name: 'complaints',
    text: `select ${columns} from ${tables}
      where ($1::uuid is null or k.market_id = $1) and ($2::uuid is null or k.stall_id = $2)
        and ($3::text is null or (k.answered_at is null) = ($3 = 'open'))
        and ($4::timestamptz is null or (k.filed_at, k.id) < ($4, $5::uuid))
      order by k.filed_at desc, k.id desc limit $6`,
    values: [of.marketId, of.stallId, query.state ?? null, cursor?.at ?? null, cursor?.id ?? null, limit + 1],
  });
  return newestFirst(
    rows,
    limit,
    (last) => ({ at: last.filed_at, id: last.id }),
    (row) => toRow(row, now),
  );
}

/** Returns a voucher's complaints for the holder of its link. */
export async function readComplaintsOfVoucher(session: Session, voucherId: VoucherId): Promise<Complaint[]> {
  const { rows } = await session.query<Row>({
    name: 'complaints-of-voucher',
    text: `select ${columns} from ${tables} where k.voucher_id = $1 order by k.filed_at desc limit 50`,
    values: [voucherId],
  });
  return rows.map(toComplaint);
}

export async function readComplaintOf(session: Session, purchaseId: string): Promise<Complaint | null> {
  const { rows } = await session.query<Row>({
    name: 'complaint-of-purchase',
    text: `select ${columns} from ${tables} where k.purchase_id = $1`,
    values: [purchaseId],
  });
  return rows[0] ? toComplaint(rows[0]) : null;
}

type Trace = {
  read_at: string | null;
  clock_offset: number | null;
  device_name: string | null;
  operator_name: string | null;
  seq: number | null;
  is_offline: boolean;
  list_at: number | null;
  arrived_at: Date;
  blocked_at: Date | null;
};

/**
 * Returns one complaint and how its purchase was charged: from the envelope that the device signed, and from
 * the server's clock.
 */
export async function readComplaint(
  session: Session,
  of: ComplaintScope,
  id: string,
  now: Date,
): Promise<ComplaintDetail | null> {
  const { rows } = await session.query<Row & Trace>({
    name: 'complaint',
    text: `select ${columns}, b.recorded_at as arrived_at, v.person_blocked_at as blocked_at,
        j.envelope ->> 'occurredAt' as read_at, (j.envelope ->> 'clockOffset')::bigint as clock_offset, j.seq,
        d.name as device_name, coalesce(o.owner_name, r.owner_name) as operator_name, x.op_id is not null as is_offline,
        nullif((i.envelope -> 'payload' ->> 'snapshotAsOf')::bigint, 0) as list_at
      from ${tables} join voucher v on v.id = k.voucher_id join movement mv on mv.id = k.purchase_id
        left join journal_entry j on j.op_id = split_part(mv.reference, ' ', 1) left join device d on d.id = j.device_id
        left join person o on o.id = ${idOfSqlText(`j.envelope ->> 'operatorId'`)}
        left join person r on r.id = mv.recorded_by
        left join accepted_sale x on x.purchase_op_id = split_part(mv.reference, ' ', 1)
        left join journal_entry i on i.op_id = x.op_id
      where k.id = $3 and ($1::uuid is null or k.market_id = $1) and ($2::uuid is null or k.stall_id = $2)`,
    values: [of.marketId, of.stallId, id],
  });
  const [row] = rows;
  if (!row) return null;
  const readAt = row.read_at === null ? null : Date.parse(row.read_at) + (row.clock_offset ?? 0);
  return {
    ...toRow(row, now),
    trace: {
      readAt: readAt === null ? null : new Date(readAt).toISOString(),
      deviceName: row.device_name ?? '',
      operatorName: row.operator_name ?? '',
      seq: row.seq,
      isOffline: row.is_offline,
      listAt: row.list_at === null ? null : new Date(row.list_at).toISOString(),
      arrivedAt: row.arrived_at.toISOString(),
      blockedAt: row.blocked_at?.toISOString() ?? null,
    },
    left: toAmount(row.price - row.back),
  };
}

function toRow(row: Row, now: Date): ComplaintRow {
  return {
    ...toComplaint(row),
    _id: row.id,
    estanteId: row.stall_id,
    userName: row.user_name,
    isOverdue: row.answered_at === null && row.due_at < now,
  };
}

/** "R-0007" */
export function complaintNumber(number: number): string {
  return `R-${String(number).padStart(4, '0')}`;
}

function toComplaint(row: Row): Complaint {
  return {
    number: complaintNumber(row.number),
    codeCompra: row.code,
    estanteName: row.stall_name,
    marketName: row.market_name,
    reason: row.reason,
    words: row.words,
    createAt: row.filed_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    price: row.price,
    stall: row.stall_words_at && { words: row.stall_words, createAt: row.stall_words_at.toISOString() },
    answer:
      row.answered_at && row.verdict
        ? {
            verdict: row.verdict,
            words: row.answer_words,
            createAt: row.answered_at.toISOString(),
            by: row.answered_by,
            returned: row.returned,
            stands: toAmount(row.price - row.back),
          }
        : null,
  };
}
