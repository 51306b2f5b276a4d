import type { Conflict, ConflictPage, ConflictState } from '#src/contract/conflicts/schemas.ts';
import { conflictAlarmMs } from '#src/operations/acceptance/rule.ts';
import type { MarketId, VoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import type { Database } from '#src/server/store/database.ts';
import {
  containing,
  newestFirst,
  placeOf,
  type Dated,
  type PageAsked,
} from '#src/server/store/records/paging.ts';
import { isoOf } from '#src/server/store/rows.ts';

type Row = Omit<Dated<Conflict>, 'shortCode' | 'recordedAt' | 'alarm' | 'trace'> & { voucher_id: VoucherId };
type TraceRow = Conflict['trace'][number] & { voucher_id: VoucherId };

const mostTraced = 500;

type ConflictFilter = {
  /** Null for the whole region. */
  marketId: MarketId | null;
  id?: string | undefined;
  state?: ConflictState | undefined;
  q?: string | undefined;
};

/** Returns conflict lines, newest first. `counts` cover the same market and search in every state. */
export async function readConflicts(
  database: Database,
  filter: ConflictFilter,
  asked: PageAsked,
  now: Date,
): Promise<ConflictPage> {
  const { limit, after } = placeOf(asked);
  const scope = [filter.marketId, filter.q ? containing(filter.q) : null];
  const { rows } = await database.query<Row>({
    name: 'conflicts',
    text: `select x.id, x.kind, x.state, x.reason, x.stall_id as "estanteId",
        case when s.stall_name <> '' then s.stall_name else s.owner_name end as "estanteName",
        coalesce(c.owner_name, '') as "userName", x.voucher_id, x.price, x.missing,
        x.device_id as "deviceId", d.name as "deviceName", ${isoOf('x.occurred_at')} as "occurredAt",
        x.recorded_at as at, x.assignee, x.note, ${isoOf('x.resolved_at')} as "resolvedAt",
        coalesce(r.owner_name, '') as "resolvedBy"
      from ${tables} where ${scoped} and ($3::uuid is null or x.id = $3) and ($4::text is null or x.state = $4)
        and ($5::timestamptz is null or (x.recorded_at, x.id) < ($5, $6::uuid))
      order by x.recorded_at desc, x.id desc limit $7`,
    values: [...scope, filter.id ?? null, filter.state ?? null, ...after, limit + 1],
  });
  const traces = await readTraces(database, [...new Set(rows.map(({ voucher_id }) => voucher_id))]);
  const page = newestFirst(rows, limit, ({ voucher_id, ...row }, recordedAt, _id): Conflict => ({
    ...row,
    _id,
    shortCode: shortCodeOf(voucher_id),
    recordedAt,
    alarm: row.state === 'waiting' && now.getTime() - Date.parse(recordedAt) > conflictAlarmMs,
    trace: traces
      .filter((one) => one.voucher_id === voucher_id)
      .map(({ voucher_id: _voucher, ...trace }) => trace),
  }));
  return { ...page, counts: await countStates(database, scope) };
}

const tables = `conflict_line x join person s on s.id = x.stall_id join device d on d.id = x.device_id
  left join person g on g.id = x.customer_id left join person c on c.id = coalesce(g.merged_into, g.id)
  left join person r on r.id = x.resolved_by`;
const scoped = `($1::uuid is null or x.market_id = $1)
  and ($2::text is null or s.search_text like $2 or c.search_text like $2)`;

async function countStates(database: Database, scope: readonly unknown[]): Promise<ConflictPage['counts']> {
  const { rows } = await database.query<{ state: ConflictState; count: number }>({
    name: 'conflict-counts',
    text: `select x.state, count(*)::int as count from ${tables} where ${scoped} group by x.state`,
    values: scope,
  });
  const counts = { waiting: 0, overspend: 0, review: 0, resolved: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

async function readTraces(database: Database, voucherIds: readonly VoucherId[]): Promise<TraceRow[]> {
  if (voucherIds.length === 0) return [];
  const { rows } = await database.query<TraceRow>({
    name: 'conflict-traces',
    text: `select a.voucher_id, a.device_id as "deviceId", d.name as "deviceName", s.stall_name as "estanteName", a.price,
        ${isoOf('a.occurred_at')} as "occurredAt", ${isoOf('a.recorded_at')} as "recordedAt",
        coalesce(p.code, '') as "codeCompra"
      from accepted_purchase a join device d on d.id = a.device_id join person s on s.id = a.stall_id
        left join movement m on m.reference = a.purchase_op_id left join purchase p on p.movement_id = m.id
      where a.voucher_id = any ($1::uuid[]) order by a.occurred_at, a.op_id limit ${mostTraced}`,
    values: [voucherIds],
  });
  return rows;
}
