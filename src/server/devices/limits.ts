import { toAmount, type Amount, type MarketId } from '#src/contract/brands.ts';
import type { Exposure, OfflineLimits, OfflineLimitsCommand } from '#src/contract/devices/schemas.ts';
import {
  countedDays,
  marketDayOf,
  stallLimit,
  usualDay,
  type DaysOfStall,
} from '#src/domain/limits/device-limits.ts';
import { defaultOfflineLimits } from '#src/domain/operations/offline-sale.ts';
import type { VoucherLife } from '#src/domain/voucher/voucher-validity.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { daysOfStall } from '#src/server/ledger/days/stall-days.ts';
import { retryTransaction } from '#src/server/ledger/receipts.ts';
import { isActive } from '#src/server/records/active-person.ts';
import { writeDecision } from '#src/server/records/decisions.ts';
import { readLimits } from '#src/server/records/settings.ts';
import type { Database, Session } from '#src/server/store/database.ts';

export type LimitsDeps = {
  database: Database;
  now: () => Date;
  voucherLife: Pick<VoucherLife, 'dayStartMs'>;
};

/** Returns the market's limits with their cost at worst (docs/decisions/0006): N devices without a link, each with its own limit. */
export async function readExposure(
  { database, now, voucherLife }: LimitsDeps,
  actor: Actor,
): Promise<Exposure> {
  const marketId = ownMarket(actor);
  const limits = (await readLimits(database, marketId, null)) ?? defaultOfflineLimits;
  const { rows } = await database.query<{ largest: Amount }>({
    name: 'exposure',
    text: 'select coalesce(max(v.balance), 0)::bigint as largest from voucher v where v.blocked_at is null',
  });
  const largest = rows[0]?.largest ?? toAmount(0);
  const today = marketDayOf(now().getTime(), voucherLife);
  const { stalls, devices } = limitsByStall(await readStallDevices(database, marketId), limits, today);
  return {
    limits,
    stallDevices: devices.size,
    largestBalance: largest,
    worstPerVoucher: toAmount(devices.size * Math.min(limits.perVoucher, largest)),
    worstTotal: toAmount([...devices.values()].reduce<number>((sum, limit) => sum + limit, 0)),
    stalls,
  };
}

type StallDevice = { deviceId: string; stallId: string; name: string; days: DaysOfStall };

/** Returns each stall with each device of the market that it works on. */
async function readStallDevices(database: Database, marketId: MarketId): Promise<StallDevice[]> {
  const { rows } = await database.query<StallDevice>({
    name: 'stall-devices',
    text: `with working as (
        select d.id as device, p.id as stall, p.stall_name as name from device d
          join device_operator o on o.device_id = d.id and o.approved_at is not null
          join person p on p.id = o.person_id and p.user_type = 'ESTANTE' and ${isActive('p')}
        where d.market_id = $1 and d.revoked_at is null
      ), sold as materialized (
        select s.stall, ${daysOfStall('s.stall')} as days from (select distinct stall from working) s
      )
      select w.device as "deviceId", w.stall as "stallId", w.name, s.days from working w join sold s on s.stall = w.stall`,
    values: [marketId],
  });
  return rows;
}

/** By stall for the page, and by device for the sum: a device of several stalls has the largest of their limits. */
function limitsByStall(
  rows: readonly StallDevice[],
  limits: OfflineLimits,
  today: string,
): { stalls: NonNullable<Exposure['stalls']>; devices: ReadonlyMap<string, Amount> } {
  const devices = new Map<string, Amount>();
  const stalls = new Map<string, NonNullable<Exposure['stalls']>[number]>();
  for (const { deviceId, stallId, name, days } of rows) {
    const counted = countedDays(days, today);
    const limit = stallLimit(limits, counted);
    devices.set(deviceId, toAmount(Math.max(limit, devices.get(deviceId) ?? 0)));
    const others = stalls.get(stallId)?.devices ?? 0;
    stalls.set(stallId, {
      _id: stallId,
      estanteName: name,
      devices: others + 1,
      usual: usualDay(counted),
      limit,
    });
  }
  const byLimit = [...stalls.values()].toSorted(
    (one, other) => other.limit - one.limit || one.estanteName.localeCompare(other.estanteName),
  );
  return { stalls: byLimit, devices };
}

/** Writes a new version. Older ones are kept, because offline devices continue to use them. */
export async function setLimits(
  deps: LimitsDeps,
  actor: Actor,
  command: OfflineLimitsCommand,
): Promise<Exposure> {
  const marketId = ownMarket(actor);
  // The later of two simultaneous writes finds its version taken and uses the next.
  await retryTransaction(() =>
    deps.database.transaction(async (session) => {
      const before = (await readLimits(session, marketId, null)) ?? defaultOfflineLimits;
      const { marketId: _market, warnHours: _hours, ...was } = before;
      const {
        foreignVoucher = before.foreignVoucher ?? toAmount(0),
        stallFloor = before.stallFloor ?? command.perDevice,
      } = command;
      const after = { ...command, foreignVoucher, stallFloor, version: before.version + 1 };
      await insertLimits(session, marketId, after, actor.id, deps.now());
      await writeDecision(session, {
        kind: 'limits-changed',
        actor,
        marketId,
        subject: { type: 'LIMITS', id: marketId, name: `versión ${after.version}` },
        before: was,
        after,
        recordedAt: deps.now(),
      });
    }, 'money'),
  );
  return readExposure(deps, actor);
}

async function insertLimits(
  session: Session,
  marketId: MarketId,
  limits: Required<OfflineLimitsCommand> & { version: number },
  setBy: string,
  setAt: Date,
): Promise<void> {
  await session.query({
    name: 'set-limits',
    text: `insert into offline_limits (market_id, version, per_voucher, per_device, snapshot_hours, kiosk_voucher,
        kiosk_total, foreign_voucher, stall_floor, set_by, set_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      marketId,
      limits.version,
      limits.perVoucher,
      limits.perDevice,
      limits.snapshotHours,
      limits.kioskVoucher,
      limits.kioskTotal,
      limits.foreignVoucher,
      limits.stallFloor,
      setBy,
      setAt,
    ],
  });
}
