import type { BalanceEntry } from '#src/domain/voucher/balance-snapshot.ts';
import type { Database } from '#src/server/store/database.ts';

const pageSize = 2_000;

type Row = { id: string; balance: number };

/**
 * Every voucher with a balance, and with 0 each one handed out by a kiosk since `kioskSince` that is spent or blocked:
 * a stall would otherwise take it for new. Read in pages, so that purchases pass in between; what changes meanwhile is
 * in the next list of changes.
 */
export async function readAllBalances(
  database: Database,
  now: Date,
  kioskSince: Date,
): Promise<BalanceEntry[]> {
  const active = await inPages(
    database,
    'snapshot-active',
    [now],
    `select v.id, v.balance from voucher v
      where v.id > $2 and v.balance > 0 and v.blocked_at is null and (v.expires_at is null or v.expires_at > $1)
      order by v.id limit ${pageSize}`,
  );
  const dead = await inPages(
    database,
    'snapshot-kiosk',
    [now, kioskSince],
    `select v.id, 0 as balance from voucher v
      where v.kiosk_signed and v.created_at >= $2 and v.id > $3
        and (v.balance = 0 or v.blocked_at is not null or v.expires_at <= $1)
      order by v.id limit ${pageSize}`,
  );
  return [...active, ...dead];
}

/** Vouchers with a movement, a block, an unblock or an expiry since then, each with its current balance. */
export async function readChangedBalances(
  database: Database,
  since: Date,
  now: Date,
): Promise<BalanceEntry[]> {
  return inPages(
    database,
    'snapshot-changes',
    [now, since, firstIdOf(since)],
    `select v.id,
        case when v.blocked_at is not null or v.expires_at <= $1 then 0 else v.balance end as balance
      from (
        select p.account_id as id from posting p where p.movement_id >= $3::uuid
        union select b.id from voucher b where b.blocked_at >= $2
        union select u.id from voucher u where u.unblocked_at >= $2
        union select e.id from voucher e where e.expires_at >= $2 and e.expires_at <= $1
      ) changed join voucher v on v.id = changed.id
      where v.id > $4 order by v.id limit ${pageSize}`,
  );
}

async function inPages(
  database: Database,
  name: string,
  values: readonly unknown[],
  text: string,
): Promise<BalanceEntry[]> {
  const entries: BalanceEntry[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await database.query<Row>({ name, text, values: [...values, after] });
    for (const { id, balance } of rows) entries.push({ voucherId: id, balance });
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return entries;
    after = last.id;
  }
}

/** The smallest time-ordered UUID of this moment: every movement made since has a larger one. */
function firstIdOf(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
