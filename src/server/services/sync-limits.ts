import type { Exposure, OfflineLimits, OfflineLimitsCommand } from '#src/contract/device.ts';
import { defaultOfflineLimits } from '#src/domain/offline-limits.ts';
import { retryConflicts } from '#src/server/ledger/retry-conflicts.ts';
import type { Database } from '#src/server/store/database.ts';
import type { Actor } from './actor.ts';
import { readLimits } from './sync-sql-devices.ts';

export type LimitsDeps = { database: Database; now: () => Date };

/** The market's limits with what they can cost (docs/decisions/0006): N devices without a link, each for itself. */
export async function readExposure({ database }: LimitsDeps, actor: Actor): Promise<Exposure> {
  const marketId = marketOf(actor);
  const limits = (await readLimits(database, marketId, null)) ?? defaultOfflineLimits;
  const { rows } = await database.query<{ devices: number; largest: number }>({
    name: 'exposure',
    text: `select
        (select count(*)::int from device d where d.market_id = $1 and d.revoked_at is null and exists
          (select 1 from device_operator o join person p on p.id = o.person_id
            where o.device_id = d.id and p.user_type = 'ESTANTE' and p.status = 'APROBADO' and p.visible)) as devices,
        (select coalesce(max(v.balance), 0)::bigint from voucher v where v.blocked_at is null) as largest`,
    values: [marketId],
  });
  const { devices = 0, largest = 0 } = rows[0] ?? {};
  return {
    limits,
    stallDevices: devices,
    largestBalance: largest,
    worstPerVoucher: devices * Math.min(limits.perVoucher, largest),
    worstTotal: devices * limits.perDevice,
  };
}

/** A new version; the ones before stay, because devices without a link go on using them. */
export async function setLimits(
  deps: LimitsDeps,
  actor: Actor,
  command: OfflineLimitsCommand,
): Promise<Exposure> {
  const marketId = marketOf(actor);
  // Two at once: the later one finds its number taken and takes the next.
  await retryConflicts(async () => {
    const newest: OfflineLimits = (await readLimits(deps.database, marketId, null)) ?? defaultOfflineLimits;
    await deps.database.query({
      name: 'set-limits',
      text: `insert into offline_limits (market_id, version, per_voucher, per_device, snapshot_hours, kiosk_voucher,
          kiosk_total, set_by, set_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [
        marketId,
        newest.version + 1,
        command.perVoucher,
        command.perDevice,
        command.snapshotHours,
        command.kioskVoucher,
        command.kioskTotal,
        actor.id,
        deps.now(),
      ],
    });
  });
  return readExposure(deps, actor);
}

function marketOf(actor: Actor): string {
  if (!actor.marketId) throw new Error(`${actor.userType} ${actor.id} has no market`);
  return actor.marketId;
}
