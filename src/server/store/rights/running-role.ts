import type { Database } from '#src/server/store/database.ts';

/** Tables whose rows never change: moved money, actions of people and devices, and the server's answers. */
const onlyAdded = [
  'accepted_purchase',
  'audit_checkpoint',
  'clearing_payment',
  'consent',
  'day_close',
  'decision',
  'epoch',
  'journal_entry',
  'ledger_account',
  'movement',
  'offline_limits',
  'opening_balance',
  'payout',
  'points_entry',
  'posting',
  'purchase',
  'purchase_line',
  'purchase_void',
  'receipt',
  'redemption',
  'refund',
  'schema_migration',
  'schema_migration_lock',
  'till_float',
  'top_up',
  'top_up_void',
  'voucher_change',
  'voucher_join',
  'voucher_join_part',
] as const;

/**
 * Tables whose rows are locked. PostgreSQL requires the right to update a column for that: the key, which
 * foreign keys protect.
 */
const lockedBy = { ledger_account: 'id', purchase: 'movement_id' } as const;

/** Tables of temporary rows, which the server deletes. */
const removed = [
  'app_setting',
  'device_contact',
  'device_fault',
  'device_operator',
  'expected_device',
  'handed_list',
  'market_code',
  'password_reset',
  'session_token',
  'told_voucher',
  'voucher_block',
  'written_ahead',
  'wrong_try',
] as const;

/** Functions that run as their owner and limit their changes: the names of one customer at a time, and expired rows. */
const functions = [
  'forget_in_records(uuid[])',
  'slim_receipts(text[])',
  'slim_envelopes(text[])',
  'forget_device_events(timestamptz, int)',
] as const;

/**
 * Grants `role` the rights of a running server and revokes all others: no change to the schema, no change or
 * deletion of ledger rows. Runs in one transaction after every migration, so that a running server never
 * lacks a right.
 */
export async function grantRunningRole(owner: Database, role: string): Promise<void> {
  const name = `"${role.replaceAll('"', '""')}"`;
  const tables = await tablesOf(owner);
  const fixed = new Set<string>(onlyAdded);
  const unknown = [...onlyAdded, ...removed].filter((table) => !tables.includes(table));
  if (unknown.length > 0) throw new Error(`there are no such tables: ${unknown.join(', ')}`);
  const changed = tables.filter((table) => !fixed.has(table));
  const list = (names: readonly string[]): string => names.map((table) => `public.${table}`).join(', ');
  await owner.transaction(async (session) => {
    for (const text of [
      // PostgreSQL refuses one of two that grant at once: processes may start together.
      'update schema_migration_lock set id = 1 where id = 1',
      `revoke all on all tables in schema public from ${name}`,
      `revoke create on schema public from public, ${name}`,
      `grant usage on schema public to ${name}`,
      `grant select, insert on ${list(tables)} to ${name}`,
      `grant update on ${list(changed)} to ${name}`,
      ...Object.entries(lockedBy).map(
        ([table, key]) => `grant update (${key}) on public.${table} to ${name}`,
      ),
      `grant delete on ${list(removed)} to ${name}`,
      `grant execute on function ${functions.join(', ')} to ${name}`,
    ])
      await session.query({ text });
  }, 'money');
}

async function tablesOf(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>({
    text: `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  });
  return rows.map(({ name }) => name);
}
