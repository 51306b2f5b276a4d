import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { purchaseStatement } from '#src/operations/purchase/statement.ts';
import type { Database } from '#src/server/store/database.ts';
import type { SmallMarket } from '#tests/support/market/small-market.ts';

/** Market whose vouchers are spent. */
export type BenchMarket = Pick<SmallMarket, 'markets' | 'stalls' | 'customer'>;

const vouchers = 1_000;
/** Per round. */
export const seconds = 4;

/** Vouchers whose id is derived from their number, so that pgbench can name them. */
export async function issueVouchers(database: Database, market: BenchMarket): Promise<void> {
  await database.query({
    text: `with n as (select n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id from generate_series(0, $1::int - 1) n),
      a as (insert into ledger_account (id, kind, owner_id, market_id) select id, 'voucher', id, $2::uuid from n on conflict do nothing)
      insert into voucher (id, owner_id, market_id, face, balance, short_code, created_at)
      select id, $3::uuid, $2::uuid, 1000000000, 1000000000, 'BENCH', now() from n
      on conflict (id) do update set owner_id = excluded.owner_id, market_id = excluded.market_id, balance = excluded.balance`,
    values: [vouchers, market.markets[0], market.customer],
  });
  await database.query({ text: 'analyze' });
}

export function randomVoucher(): string {
  return `00000000-0000-4000-8000-${String(Math.floor(Math.random() * vouchers)).padStart(12, '0')}`;
}

/** Runs the same statement with PostgreSQL's own tool; returns purchases per second. */
export function runPgbench(
  pgbench: string,
  databaseUrl: string,
  market: BenchMarket,
  connections: number,
): number {
  const folder = mkdtempSync(join(tmpdir(), 'pgbench-'));
  try {
    const entry = `jsonb_build_array(jsonb_build_object('n', 0, 'kind', 'purchase', 'op', gen_random_uuid()::text, 'hash', 'bench',
      'voucher', '00000000-0000-4000-8000-' || lpad(:v::text, 12, '0'), 'customer', '${market.customer}',
      'stall', '${market.stalls[0]}', 'price', 1500, 'movement', gen_random_uuid(),
      'code', 'C-' || gen_random_uuid()::text, 'actor', null))`;
    const sql = purchaseStatement
      .replace('$1::text::jsonb', entry)
      .replaceAll('$2::timestamptz', 'now()')
      // pgbench would take the colons in the time format for its variables.
      .replaceAll('HH24:MI:SS', 'HH24.MI.SS');
    const file = join(folder, 'purchase.sql');
    writeFileSync(file, `\\set v random(0, ${vouchers - 1})\n${sql.trim().replaceAll('\n', ' ')};\n`);
    const url = new URL(databaseUrl);
    const run = spawnSync(pgbench, pgbenchArguments(connections, file, url), {
      encoding: 'utf8',
      // The settings of our sessions that change a plan (store/session-settings.ts).
      env: { ...process.env, PGPASSWORD: url.password, PGOPTIONS: '-c enable_seqscan=off -c jit=off' },
    });
    const tps = /tps = ([\d.]+)/.exec(run.stdout)?.[1];
    if (!tps || /failed: [1-9]/.test(run.stdout))
      throw new Error(`pgbench failed: ${run.stderr}${run.stdout}`);
    return Number(tps);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pgbenchArguments(connections: number, file: string, url: URL): string[] {
  const host = url.searchParams.get('host') ?? url.hostname;
  const load = `-n -M prepared -c ${connections} -j ${Math.min(connections, 2)} -T ${seconds}`.split(' ');
  return load.concat('-f', file, '-U', url.username, '-h', host, url.pathname.slice(1));
}

export function findPgbench(): string | null {
  const roots = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`)
    : [];
  return [...roots, '/usr/bin/pgbench', '/usr/local/bin/pgbench'].find((path) => existsSync(path)) ?? null;
}
