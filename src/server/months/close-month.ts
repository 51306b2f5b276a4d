import { setTimeout as pause } from 'node:timers/promises';
import { readCheckpoint } from '#src/server/ledger/audit/checkpoint.ts';
import { readCursor, moneyLegs } from '#src/server/ledger/days/cursor.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { listMonths, type Month } from './list-months.ts';

export type PostingRow = { movement_id: string; leg: number; account_id: string; amount: number };
/**
 * Destination of the archived postings, and the digest of all of them. Returned only once they are durable.
 */
export type Archived = { archive: string; digest: string; postings: number };

type Closing = {
  archive: (pages: AsyncIterable<PostingRow[]>) => Promise<Archived>;
  now: Date;
  /** Each may return a message for the operator while it still needs a purchase with an id below this one. */
  extras: readonly { openIn?: (session: Session, belowPurchaseId: string) => Promise<string | null> }[];
};

const pageSize = 5_000;
/** A purchase older than this is no longer voided, and the books of its year are closed. */
const monthsOpen = 12;

/**
 * Archives the postings of the oldest month in one transaction: the postings go to `archive`, the balance of
 * each account to `closed_balance` and the day sums to `closed_day`, and the table is detached from `posting`
 * and moved to the schema `closed_months`. Movements, their rows, receipts and points stay, so that every
 * list and report is unchanged. An interruption changes nothing. Throws a sentence for the operator if the
 * month may not be closed.
 */
export async function closeMonth(
  database: Database,
  name: string,
  { archive, now, extras }: Closing,
): Promise<Archived> {
  return database.transaction(async (session) => {
    await session.query({ text: 'set local statement_timeout = 0' });
    const month = await monthToClose(session, name, now);
    // The month gets no posting while it is archived; today's sales are in another partition.
    await betweenSales(session, [`lock table ${month.table} in share mode`]);
    await refuseWhatIsOpen(session, month, extras);
    const archived = await archive(pagesOf(session, month));
    await keepSums(session, month, archived);
    await putAway(session, month, archived, now);
    return archived;
  }, 'read');
}

async function monthToClose(session: Session, name: string, now: Date): Promise<Month> {
  const months = await listMonths(session);
  const [oldest] = months;
  const month = months.find((one) => one.name === name);
  if (!month || !oldest) throw new Error(`No hay un mes abierto que se llame ${name}.`);
  if (month !== oldest)
    throw new Error(`Los meses se cierran en orden: antes de ${name} está ${oldest.name}.`);
  const youngest = new Date(now);
  youngest.setUTCMonth(youngest.getUTCMonth() - monthsOpen);
  if (month.endsAt > youngest)
    throw new Error(
      `El mes ${name} termina el ${month.endsAt.toISOString().slice(0, 10)}: se cierra cuando hayan pasado ${monthsOpen} meses.`,
    );
  return month;
}

/** Refuses a month whose postings an open line or a sum still needs. */
async function refuseWhatIsOpen(
  session: Session,
  { name, table, until, endsAt }: Month,
  extras: Closing['extras'],
): Promise<void> {
  const cursor = await readCursor(session);
  // A checkpoint of another cluster, or of the time before a restore, does not apply here.
  const checked = await readCheckpoint(session);
  const { rows } = await session.query<Record<'unfolded' | 'unaudited' | 'lines', boolean>>({
    text: `with last as (
        select coalesce(max(m.xid), 0) as xid from movement m where m.id in (select movement_id from ${table})
      )
      select $1::bigint = 0 or last.xid >= $1 as unfolded,
        $3::bigint <= last.xid as unaudited,
        exists (select 1 from sale_conflict where state <> 'resolved' and recorded_at < $2) as lines
      from last`,
    values: [cursor?.xid ?? 0, endsAt, 'reason' in checked ? 0 : checked.xid],
    mayTakeLong: true,
  });
  const [open] = rows;
  if (!open || open.unfolded)
    throw new Error(`Los días del mes ${name} no se han sumado todavía: arranque el servidor.`);
  if (open.unaudited)
    throw new Error(`Ninguna revisión sin diferencias ha pasado por el mes ${name}: npm run audit -- --full`);
  if (open.lines)
    throw new Error(`Hay ventas de ese tiempo en Pendientes: decídalas antes de cerrar ${name}.`);
  for (const { openIn } of extras) {
    const sentence = await openIn?.(session, until);
    if (sentence) throw new Error(sentence);
  }
}

async function* pagesOf(session: Session, { table }: Month): AsyncGenerator<PostingRow[]> {
  for (let after = { movement_id: '00000000-0000-0000-0000-000000000000', leg: 0 }; ;) {
    const { rows } = await session.query<PostingRow>({
      name: `pages-of-${table}`,
      text: `select movement_id, leg, account_id, amount from ${table} where (movement_id, leg) > ($1, $2)
        order by movement_id, leg limit ${pageSize}`,
      values: [after.movement_id, after.leg],
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last;
  }
}

async function keepSums(session: Session, { name, table }: Month, { postings }: Archived): Promise<void> {
  const slice = `select m.id, m.kind, m.recorded_at from (select distinct movement_id as id from ${table}) x join movement m using (id)`;
  const zone = (await readCursor(session))?.time_zone ?? '';
  const { rows } = await session.query<{ count: number; unbalanced: number }>({
    text: `select count(*) as count, (select count(*) from (select 1 from ${table} p join ledger_account a on a.id = p.account_id
        group by a.market_id having sum(p.amount) <> 0) u) as unbalanced from ${table}`,
    mayTakeLong: true,
  });
  const [found] = rows;
  if (!found || found.count !== postings || found.unbalanced > 0)
    throw new Error(`El mes ${name} no suma 0 en cada mercado, o no se archivó entero. No se cerró.`);
  await session.query({
    text: `insert into closed_balance as c (account_id, amount, count)
      select account_id, sum(amount), count(*) from ${table} group by account_id
      on conflict (account_id) do update set amount = c.amount + excluded.amount, count = c.count + excluded.count`,
    mayTakeLong: true,
  });
  await session.query({
    text: `insert into closed_day as d (market_id, day, movement_kind, account_kind, owner_id, count, total)
      select market_id, day, movement_kind, account_kind, owner_id, count(*), sum(amount)
      from (${moneyLegs(slice, '$1', table)}) leg group by market_id, day, movement_kind, account_kind, owner_id
      on conflict (market_id, day, movement_kind, account_kind, owner_id)
        do update set count = d.count + excluded.count, total = d.total + excluded.total`,
    values: [zone],
    mayTakeLong: true,
  });
}

async function putAway(
  session: Session,
  { name, table, until }: Month,
  { archive, digest, postings }: Archived,
  now: Date,
): Promise<void> {
  await session.query({
    text: `insert into closed_month (name, until, postings, archive, digest, closed_at) values ($1, $2, $3, $4, $5, $6)`,
    values: [name, until, postings, archive, digest, now],
  });
  await session.query({ text: 'create schema if not exists closed_months' });
  await betweenSales(session, [
    cancelWaiting(table),
    // In the lock order of a sale, so that no deadlock is possible.
    'lock table ledger_account, movement in share row exclusive mode',
    `alter table posting detach partition ${table}`,
    `alter table ${table} set schema closed_months`,
  ]);
}

/**
 * SQL: cancels queries that wait to write into the month, from a process whose clock is a year behind. Such a
 * process holds locks that the closing needs next. When it retries, the month no longer exists.
 */
function cancelWaiting(table: string): string {
  return `select pg_cancel_backend(pid) from pg_locks
    where relation = '${table}'::regclass and database = (select oid from pg_database where datname = current_database()) and not granted`;
}

/** Drops the table of a closed month permanently. The caller has verified its archive. */
export async function dropMonth(database: Database, name: string, now: Date): Promise<void> {
  await database.transaction(async (session) => {
    await session.query({ text: 'set local statement_timeout = 0' });
    const table = name === 'antes' ? 'posting_before' : `posting_${name.replaceAll('-', '_')}`;
    const { rowCount } = await session.query({
      text: 'update closed_month set dropped_at = $2 where name = $1 and dropped_at is null',
      values: [name, now],
    });
    if (rowCount === 0 || !/^posting_(before|\d{4}_\d{2})$/.test(table))
      throw new Error(`No hay un mes cerrado que se llame ${name}, o ya se borró.`);
    // Dropping the foreign keys also locks the accounts and movements that every sale writes.
    await betweenSales(session, [
      'lock table ledger_account, movement in access exclusive mode',
      `drop table closed_months.${table}`,
    ]);
  }, 'read');
}

/**
 * Lock timeout per attempt. Every later transaction queues behind a waiter, so this bounds how long a sale is delayed by
 * each lock.
 */
const lockMs = 150;
/** Sales that queued meanwhile go first. */
const pauseMs = 850;
const patienceMs = 600_000;
const lockNotAvailable = '55P03';

/**
 * Runs statements that lock what every sale writes, at the end of a transaction. An attempt that has to wait
 * for a report, a vacuum or a backup releases its locks, lets the sales pass and is repeated, for up to ten
 * minutes. Sales wait from the first lock to the commit.
 */
export async function betweenSales(session: Session, statements: readonly string[]): Promise<void> {
  const until = Date.now() + patienceMs;
  const { rows } = await session.query<{ usual: string }>({
    text: `select current_setting('lock_timeout') as usual`,
  });
  await session.query({ text: `set local lock_timeout = '${lockMs}ms'` });
  // One savepoint for all attempts: a rollback to it undoes the attempt and keeps the savepoint.
  await session.query({ text: 'savepoint between_sales' });
  for (;;) {
    try {
      for (const text of statements) await session.query({ text });
      await session.query({ text: 'release savepoint between_sales' });
      // Later statements of this transaction get the usual timeout.
      await session.query({
        text: `select set_config('lock_timeout', $1, true)`,
        values: [rows[0]?.usual ?? '0'],
      });
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === lockNotAvailable)) throw error;
      await session.query({ text: 'rollback to savepoint between_sales' });
      if (Date.now() > until)
        throw new Error(
          'Algo tiene ocupadas las tablas hace diez minutos: un informe, una copia o una revisión. Nada cambió; intente cuando termine.',
          { cause: error },
        );
    }
    await pause(pauseMs);
  }
}
