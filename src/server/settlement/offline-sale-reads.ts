import { defaultPageSize } from '#src/contract/limits.ts';
import type {
  Assignee,
  ConflictReason,
  ConflictState,
  OfflineSale,
  OfflineSalePage,
} from '#src/contract/devices/settlement.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import type { Database } from '#src/server/store/database.ts';
import { readCursor, writeCursor } from '#src/server/store/paging.ts';

type Row = {
  purchase_op_id: string;
  price: number;
  voucher_id: string;
  device_name: string;
  occurred_at: Date;
  recorded_at: Date;
  user_name: string | null;
  code: string | null;
  state: ConflictState | null;
  reason: ConflictReason | null;
  missing: number | null;
  assignee: Assignee | null;
  note: string | null;
};

/** Sales that this stall handed over without a link, newest first. */
export async function readOfflineSales(
  database: Database,
  stallId: string,
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<OfflineSalePage> {
  const limit = page.limit ?? defaultPageSize;
  const cursor = readCursor(page.cursor);
  const { rows } = await database.query<Row>({
    name: 'offline-sales',
    text: `select a.purchase_op_id, a.price, a.voucher_id, d.name as device_name, a.occurred_at, a.recorded_at,
        c.owner_name as user_name, p.code, x.state, x.reason, x.missing, x.assignee, x.note
      from accepted_sale a join device d on d.id = a.device_id
        left join person g on g.id = a.customer_id left join person c on c.id = coalesce(g.merged_into, g.id)
        left join movement m on m.reference = a.purchase_op_id left join purchase p on p.movement_id = m.id
        left join sale_conflict x on x.op_id = a.op_id
      where a.stall_id = $1 and ($2::timestamptz is null or (a.recorded_at, a.purchase_op_id) < ($2, $3::text))
      order by a.recorded_at desc, a.purchase_op_id desc limit $4`,
    values: [stallId, cursor?.at ?? null, cursor?.id ?? null, limit + 1],
  });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(toSale),
    nextCursor: last ? writeCursor({ at: last.recorded_at, id: last.purchase_op_id }) : null,
  };
}

function toSale(row: Row): OfflineSale {
  return {
    _id: row.purchase_op_id,
    state: stateOf(row),
    reason: row.reason,
    price: row.price,
    missing: row.missing ?? 0,
    codeCompra: row.code ?? '',
    codeQrUuid: row.voucher_id,
    shortCode: shortCodeOf(row.voucher_id),
    userName: row.user_name ?? '',
    deviceName: row.device_name,
    occurredAt: row.occurred_at.toISOString(),
    recordedAt: row.recorded_at.toISOString(),
    note: row.note ?? '',
  };
}

function stateOf({ state, assignee, missing }: Row): OfflineSale['state'] {
  if (state === 'waiting' || state === 'review') return state;
  if (state === null || (assignee === null && state === 'resolved')) return 'paid';
  if (assignee === 'stall') return 'not-paid';
  return missing ? 'paid-by-guarantee' : 'paid';
}
