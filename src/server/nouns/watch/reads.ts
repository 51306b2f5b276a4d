import { settledPosition, type Position } from '#src/server/ledger/commit-order.ts';
import { readChecks } from '#src/server/run/postgres/backup/check-notes.ts';
import type { Database } from '#src/server/store/database.ts';
import { freeBytes } from '#src/server/store/readiness.ts';

type OpenState = 'waiting' | 'overspend' | 'review';
/** `missing`: shortfall, smallest unit shown. */
type OpenPurchases = { count: number; oldestAt: Date | null; missing: number };

/** Returns unsettled offline sales of the whole region. */
export async function readOpenPurchases(database: Database): Promise<Record<OpenState, OpenPurchases>> {
  const { rows } = await database.query<OpenPurchases & { state: OpenState }>({
    name: 'watch-open-sales',
    text: `select state, count(*)::int as count, min(recorded_at) as "oldestAt", sum(missing)::bigint as missing
      from conflict_line where state in ('waiting', 'overspend', 'review') group by state`,
  });
  const of = (wanted: OpenState): OpenPurchases => {
    const found = rows.find(({ state }) => state === wanted);
    return { count: found?.count ?? 0, oldestAt: found?.oldestAt ?? null, missing: found?.missing ?? 0 };
  };
  return { waiting: of('waiting'), overspend: of('overspend'), review: of('review') };
}

export type DeviceCounts = { inUse: number; owing: number; silent: number; faulty: number };

/**
 * Counts devices that are not revoked and have an operator. Devices last seen before `since` count as silent; faults
 * before `since` are ignored.
 */
export async function countDevices(database: Database, since: Date): Promise<DeviceCounts> {
  const { rows } = await database.query<DeviceCounts>({
    name: 'watch-devices',
    text: `select count(*)::int as "inUse",
        (count(*) filter (where gaps <> '[]' or reported_seq > ack_seq))::int as owing,
        (count(*) filter (where last_seen_at is null or last_seen_at < $1))::int as silent,
        (count(*) filter (where exists (select 1 from device_fault f where f.device_id = d.id and f.last_at >= $1)))::int as faulty
      from device d where revoked_at is null
        and exists (select 1 from device_operator o where o.device_id = d.id and o.approved_at is not null)`,
    values: [since],
  });
  return rows[0] ?? { inUse: 0, owing: 0, silent: 0, faulty: 0 };
}

/** Counting stops here: beyond it the operator has to act anyway. */
const mostBehind = 100_000;

/** Returns the number of movements that are not yet in the day sums. */
export async function readFoldLag(database: Database): Promise<{ movements: number; oldestAt: Date | null }> {
  const { rows } = await database.query<{ movements: number; oldestAt: Date | null }>({
    name: 'watch-fold-lag',
    text: `select count(*)::int as movements, min(recorded_at) as "oldestAt"
      from (select recorded_at from movement where xid >= (select xid from ledger_day_cursor where id = 1)
        limit ${mostBehind}) behind`,
  });
  return rows[0] ?? { movements: 0, oldestAt: null };
}

export type MovedKind = { kind: string; count: number; amount: number };

/**
 * Returns the movements committed from `from` on, by kind, and the start of the next reading. Each movement
 * is in exactly one reading (ledger/commit-order.ts). The amount is half of the postings' absolute sum.
 */
export async function readMoved(
  database: Database,
  from: Position | null,
): Promise<{ next: Position; kinds: MovedKind[] }> {
  const next = Math.max(await settledPosition(database), from ?? 0);
  if (from === null) return { next, kinds: [] };
  const { rows } = await database.query<MovedKind>({
    name: 'watch-moved',
    text: `select m.kind, count(*)::int as count, coalesce(sum(l.amount), 0)::bigint as amount
      from movement m left join lateral
        (select sum(p.amount) as amount from posting p where p.movement_id = m.id and p.amount > 0) l on true
      where m.xid >= $1 and m.xid < $2 group by m.kind`,
    values: [from, next],
  });
  return { next, kinds: rows };
}

/** Returns the size of the database on disk, bytes. */
export async function readSize(database: Database): Promise<number> {
  const { rows } = await database.query<{ bytes: number }>({
    name: 'watch-size',
    text: 'select pg_database_size(current_database()) as bytes',
  });
  return rows[0]?.bytes ?? 0;
}

/** Figures that the metrics copy from the database. */
export type ServerState = Awaited<ReturnType<typeof readServerState>>;
type StateDeps = {
  database: Database;
  now: () => Date;
  /** Folder of the server's own PostgreSQL; null with an external one. */
  ownDataDir: string | null;
};

const dayMs = 86_400_000;

/** Read anew at each call, in a few short statements of the report lane. */
export async function readServerState(deps: StateDeps) {
  const { database, now, ownDataDir } = deps;
  const asOf = now();
  const [openPurchases, devices, fold, checks, bytes] = await Promise.all([
    readOpenPurchases(database),
    countDevices(database, new Date(asOf.getTime() - dayMs)),
    readFoldLag(database),
    readChecks(database),
    readSize(database),
  ]);
  return {
    asOf,
    bytes,
    /** Free space on the disk of the server's own database; null with another. */
    freeBytes: ownDataDir === null ? null : await freeBytes(ownDataDir),
    openPurchases,
    devices,
    /** Movements that the day sums do not include yet. */
    fold,
    checks,
  };
}
