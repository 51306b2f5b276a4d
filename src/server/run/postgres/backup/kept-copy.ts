import { Client } from 'pg';
import type { KeptCopy } from '#src/protocol/recovery.ts';
import { keptCopyKey } from '#src/server/store/records/settings.ts';

/**
 * Returns the position up to which a copy that begins now holds everything: below the oldest running transaction. Null
 * when the database has no epochs yet.
 */
export async function readCopyPosition(databaseUrl: string): Promise<KeptCopy | null> {
  return connected(databaseUrl, async (client) => {
    const known = await client.query<{ is_there: boolean }>(
      `select to_regclass('epoch') is not null as is_there`,
    );
    if (!known.rows[0]?.is_there) return null;
    const { rows } = await client.query<{ epoch: string; position: string }>(
      `select max(number) as epoch, pg_snapshot_xmin(pg_current_snapshot())::text as position from epoch`,
    );
    const [row] = rows;
    return row ? { epoch: Number(row.epoch), position: Number(row.position) } : null;
  });
}

/**
 * Notes that the copy was verified and kept, so that devices may delete the operations that it contains once
 * their retention ends.
 */
export async function noteKeptCopy(databaseUrl: string, copy: KeptCopy): Promise<void> {
  await connected(databaseUrl, (client) =>
    client.query(
      `insert into app_setting (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
      [keptCopyKey, JSON.stringify(copy)],
    ),
  );
}

async function connected<Value>(
  databaseUrl: string,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
