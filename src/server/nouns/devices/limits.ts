import type { Exposure, OfflineLimitsCommand } from '#src/contract/devices/schemas.ts';
import { defaultOfflineLimits } from '#src/operations/acceptance/rule.ts';
import { toAmount, type Amount } from '#src/protocol/brands.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { retryTransaction } from '#src/server/ledger/receipts.ts';
import type { Database } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { isActive } from '#src/server/store/records/people.ts';
import { readLimits } from '#src/server/store/records/settings.ts';
import { insertRow } from '#src/server/store/rows.ts';

export type LimitsDeps = { database: Database; now: () => Date };

/** Returns the market's limits with their cost at worst (docs/decisions/0006): N devices without a link. */
export async function readExposure(
  { database }: Pick<LimitsDeps, 'database'>,
  actor: Actor,
): Promise<Exposure> {
  const marketId = ownMarket(actor);
  const limits = (await readLimits(database, marketId, null)) ?? defaultOfflineLimits;
  const { rows } = await database.query<{ largest: Amount; devices: number }>({
    name: 'exposure',
    text: `select (select coalesce(max(v.balance), 0)::bigint from voucher v where v.blocked_at is null) as largest,
        (select count(*)::int from device d where d.market_id = $1 and d.revoked_at is null and exists
          (select 1 from device_operator o join person p on p.id = o.person_id and p.user_type = 'ESTANTE' and ${isActive('p')}
            where o.device_id = d.id and o.approved_at is not null)) as devices`,
    values: [marketId],
  });
  const { largest, devices } = rows[0] ?? { largest: toAmount(0), devices: 0 };
  return {
    limits,
    stallDevices: devices,
    largestBalance: largest,
    worstPerVoucher: toAmount(devices * Math.min(limits.perVoucher, largest)),
    worstTotal: toAmount(devices * limits.perDevice),
  };
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
      const { foreignVoucher = before.foreignVoucher ?? toAmount(0) } = command;
      const after = { ...command, foreignVoucher, version: before.version + 1 };
      const recordedAt = deps.now();
      await insertRow(session, 'offline_limits', { ...after, marketId, setBy: actor.id, setAt: recordedAt });
      await writeDecision(session, {
        kind: 'limits-changed',
        actor,
        marketId,
        subject: { type: 'LIMITS', id: marketId, name: `versión ${after.version}` },
        before: was,
        after,
        recordedAt,
      });
    }, 'money'),
  );
  return readExposure(deps, actor);
}
