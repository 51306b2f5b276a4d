import type { OfflineLimits } from '#src/contract/device.ts';
import { defaultOfflineLimits } from '#src/domain/offline-limits.ts';
import type { Session } from './database.ts';

type LimitsRow = Omit<OfflineLimits, 'warnHours'>;

/** `version` null: the newest. Version 1 are the defaults, in force until a market sets its own. */
export async function readLimits(
  session: Session,
  marketId: string,
  version: number | null,
): Promise<OfflineLimits | null> {
  if (version === defaultOfflineLimits.version) return defaultOfflineLimits;
  const { rows } = await session.query<LimitsRow>({
    name: 'offline-limits',
    text: `select version, per_voucher as "perVoucher", per_device as "perDevice", snapshot_hours as "snapshotHours",
        kiosk_voucher as "kioskVoucher", kiosk_total as "kioskTotal"
      from offline_limits where market_id = $1 and ($2::bigint is null or version = $2)
      order by version desc limit 1`,
    values: [marketId, version],
  });
  const [row] = rows;
  if (!row) return version === null ? defaultOfflineLimits : null;
  return { ...row, warnHours: Math.min(defaultOfflineLimits.warnHours, row.snapshotHours) };
}
