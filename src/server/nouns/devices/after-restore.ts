import type { AfterRestore } from '#src/contract/sync/after-restore.ts';
import type { Amount } from '#src/protocol/brands.ts';
import { marketScope, type Actor } from '#src/server/actor.ts';
import { owedNumbers } from '#src/server/journal/envelopes/journal.ts';
import type { Database } from '#src/server/store/database.ts';

type Row = {
  id: string;
  name: string | null;
  market_name: string | null;
  last_seen_at: Date | null;
  returned_at: Date | null;
  ack_seq: number | null;
  gaps: [number, number][] | null;
  awaiting: number[] | null;
  reported_seq: number | null;
  recovered: number;
  recovered_sum: Amount;
};

/**
 * Returns the devices that still have to send their operations since the restored copy was made, and what has
 * come back. A market sees its own. ADMIN sees all, including devices unknown to the copy. Revoked devices
 * are not waited for.
 */
export async function readAfterRestore(
  { database }: { database: Database },
  actor: Actor,
): Promise<AfterRestore> {
  const { rows: epochs } = await database.query<
    { number: number; startedAt: Date } & Pick<AfterRestore, 'reason'>
  >({
    name: 'newest-epoch',
    text: 'select number, started_at as "startedAt", reason from epoch order by number desc limit 1',
  });
  const [epoch] = epochs;
  if (!epoch || epoch.reason === 'first') return { since: null, reason: 'first', devices: [] };
  const { rows } = await database.query<Row>({
    name: 'returning-devices',
    text: `select e.device_id as id, d.name, m.name as market_name, d.last_seen_at, e.returned_at, d.ack_seq, d.gaps,
        d.awaiting, d.reported_seq, e.recovered, e.recovered_sum
      from expected_device e left join device d on d.id = e.device_id left join market m on m.id = d.market_id
      where e.epoch = $1 and d.revoked_at is null and ($2::uuid is null or d.market_id = $2)
      order by e.returned_at is not null, m.name, d.name, e.device_id`,
    values: [epoch.number, marketScope(actor)],
  });
  return { since: epoch.startedAt.toISOString(), reason: epoch.reason, devices: rows.map(toReturning) };
}

function toReturning(row: Row): AfterRestore['devices'][number] {
  const head = { ackSeq: row.ack_seq ?? 0, gaps: row.gaps ?? [] };
  return {
    _id: row.id,
    name: row.name ?? '',
    marketName: row.market_name ?? '',
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    returnedAt: row.returned_at?.toISOString() ?? null,
    owes: owedNumbers(head, row.reported_seq ?? 0, 0).count,
    waiting: row.awaiting?.length ?? 0,
    recovered: row.recovered,
    recoveredSum: row.recovered_sum,
  };
}
