import { defaultOfflineLimits } from '#src/operations/acceptance/rule.ts';
import type { MarketId } from '#src/protocol/brands.ts';
import type { OfflineLimits } from '#src/protocol/keys.ts';
import type { Session } from '#src/server/store/database.ts';

/**
 * JSON of a KeptCopy (contract/sync/recovery.ts), written by `npm run backup` when a backup was verified and
 * kept.
 */
export const keptCopyKey = 'kept-copy';

export async function readSetting(session: Session, key: string): Promise<string | null> {
  const { rows } = await session.query<{ value: string }>({
    name: 'read-setting',
    text: 'select value from app_setting where key = $1',
    values: [key],
  });
  return rows[0]?.value ?? null;
}

export async function writeSetting(session: Session, key: string, value: string): Promise<void> {
  await session.query({
    name: 'write-setting',
    text: `insert into app_setting (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    values: [key, value],
  });
}

/** Stores the first value that any process writes, and returns the stored value. */
export async function settleSetting(session: Session, key: string, proposed: string): Promise<string> {
  await session.query({
    name: 'settle-setting',
    text: 'insert into app_setting (key, value) values ($1, $2) on conflict (key) do nothing',
    values: [key, proposed],
  });
  return (await readSetting(session, key)) ?? proposed;
}

export async function deleteSetting(session: Session, key: string): Promise<void> {
  await session.query({
    name: 'delete-setting',
    text: 'delete from app_setting where key = $1',
    values: [key],
  });
}

type LimitsRow = Omit<OfflineLimits, 'warnHours'>;

/**
 * Returns a version of the limits, the newest when `version` is null. Version 1 is the defaults, in force
 * until a market sets its own.
 */
export async function readLimits(
  session: Session,
  marketId: MarketId,
  version: number | null,
): Promise<OfflineLimits | null> {
  if (version === defaultOfflineLimits.version) return defaultOfflineLimits;
  const { rows } = await session.query<LimitsRow>({
    name: 'offline-limits',
    text: `select version, per_voucher as "perVoucher", per_device as "perDevice", snapshot_hours as "snapshotHours",
        kiosk_voucher as "kioskVoucher", kiosk_total as "kioskTotal", foreign_voucher as "foreignVoucher"
      from offline_limits where market_id = $1 and ($2::bigint is null or version = $2)
      order by version desc limit 1`,
    values: [marketId, version],
  });
  const [row] = rows;
  if (!row) return version === null ? defaultOfflineLimits : null;
  return { ...row, warnHours: Math.min(defaultOfflineLimits.warnHours, row.snapshotHours) };
}
