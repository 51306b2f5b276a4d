import type { Device, AfterRestore } from '#src/contract/devices/schemas.ts';
import { defaultOfflineLimits } from '#src/operations/acceptance/rule.ts';
import type { MarketId } from '#src/protocol/brands.ts';
import type { KeySet, KioskCertificate } from '#src/protocol/keys.ts';
import { marketScope, type Actor } from '#src/server/actor.ts';
import { owedNumbers } from '#src/server/journal/envelopes/journal.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { isActive } from '#src/server/store/records/people.ts';
import { isoOf } from '#src/server/store/rows.ts';

/** A stored device, for the page of devices. The caller computes its missing operations. */
export type DeviceState = Omit<Device, 'owes'> & { gaps: [number, number][] };

/**
 * Filters that are null match everything. `operatorId`: only devices on which this person works. A device
 * without operators and requests was rejected, and appears only when it is named.
 */
export async function readDeviceStates(
  session: Session,
  filter: { deviceId?: string; marketId: MarketId | null; operatorId: string | null },
): Promise<DeviceState[]> {
  const { rows } = await session.query<DeviceState>({
    name: 'device-states',
    text: `select d.id as "_id", d.name, m.name as "marketName", m.code as "globalMarketId",
        ${isoOf('d.enrolled_at')} as "enrolledAt", ${isoOf('d.revoked_at')} as "revokedAt",
        ${isoOf('d.last_seen_at')} as "lastSeenAt", d.ack_seq as "ackSeq", d.gaps,
        json_build_object('lastSeq', d.reported_seq, 'openCount', d.open_count, 'openSum', d.open_sum) as reported,
        d.clock_skew_ms as "clockSkewMs", d.app_version as "appVersion", d.storage,
        ${isoOf('to_timestamp(nullif(d.snapshot_as_of, 0) / 1000.0)')} as "snapshotAsOf",
        coalesce((select jsonb_agg(jsonb_build_object('_id', p.id, 'userType', p.user_type, 'digits', o.digits,
            'name', case when p.stall_name <> '' then p.stall_name else p.owner_name end) order by o.enrolled_at, p.id)
          from device_operator o join person p on p.id = o.person_id where o.device_id = d.id), '[]') as operators,
        coalesce((select jsonb_agg(jsonb_build_object('kind', i.kind, 'seq', i.seq, 'opId', i.op_id, 'noticedAt',
            ${isoOf('i.noticed_at')}) order by i.noticed_at desc, i.seq desc)
          from (select * from device_incident n where n.device_id = d.id order by n.noticed_at desc, n.seq desc limit 50) i),
          '[]') as incidents,
        coalesce((select jsonb_agg(jsonb_build_object('kind', f.kind, 'name', f.name, 'place', f.place, 'appVersion', f.app_version,
            'count', f.count, 'firstAt', ${isoOf('f.first_at')}, 'lastAt', ${isoOf('f.last_at')}) order by f.last_at desc)
          from (select * from device_fault n where n.device_id = d.id order by n.last_at desc limit 20) f), '[]') as faults
      from device d join market m on m.id = d.market_id
      where (d.id = $1 or $1::uuid is null and exists (select 1 from device_operator a where a.device_id = d.id))
        and ($2::uuid is null or d.market_id = $2)
        and ($3::uuid is null or exists
          (select 1 from device_operator o where o.device_id = d.id and o.person_id = $3))
      order by m.name, d.enrolled_at, d.id`,
    values: [filter.deviceId ?? null, filter.marketId, filter.operatorId],
  });
  return rows;
}

export async function readPublishedKeys(database: Database): Promise<KeySet['keys']> {
  const { rows } = await database.query<KeySet['keys'][number]>({
    name: 'published-keys',
    text: `select kid, public_key as "publicKey", retired_at is not null as retired from issuing_key order by kid`,
  });
  return rows;
}

type Kiosk = Pick<KioskCertificate, 'deviceId' | 'marketId' | 'publicKey' | 'maxVoucher'>;

/**
 * Returns enrolled devices of active top-up points, with the largest voucher that their market lets them
 * issue offline.
 */
export async function readKiosks(database: Database): Promise<Kiosk[]> {
  const { rows } = await database.query<Kiosk>({
    name: 'kiosks',
    text: `select d.id as "deviceId", d.market_id as "marketId", d.public_key as "publicKey",
        coalesce((select l.kiosk_voucher from offline_limits l where l.market_id = d.market_id
          order by l.version desc limit 1), $1::bigint) as "maxVoucher"
      from device d join person g on g.id = d.market_id
      where d.revoked_at is null and ${isActive('g')} and exists
        (select 1 from device_operator o join person p on p.id = o.person_id
          where o.device_id = d.id and o.approved_at is not null and o.suspended_at is null
            and p.user_type = 'RECARGA' and ${isActive('p')})
      order by d.id`,
    values: [defaultOfflineLimits.kioskVoucher],
  });
  // A market whose limit is 0 has no kiosks that issue offline.
  return rows.filter(({ maxVoucher }) => maxVoucher > 0);
}

export async function readRevokedDevices(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'revoked-devices',
    text: 'select id from device where revoked_at is not null order by id',
  });
  return rows.map(({ id }) => id);
}

type Returning = Omit<AfterRestore['devices'][number], 'owes'> & {
  head: { ackSeq: number; gaps: [number, number][]; lastSeq: number };
};

/**
 * Returns the devices that still have to send their operations since the restored copy was made, and what has
 * come back. A market sees its own. ADMIN sees all, including devices unknown to the copy. Revoked devices
 * are not waited for.
 */
export async function readAfterRestore(
  { database }: { database: Database },
  actor: Actor,
): Promise<AfterRestore> {
  const { rows: epochs } = await database.query<
    { number: number; startedAt: Date } & Pick<AfterRestore, 'reason'>
  >({
    name: 'newest-epoch',
    text: 'select number, started_at as "startedAt", reason from epoch order by number desc limit 1',
  });
  const [epoch] = epochs;
  if (!epoch || epoch.reason === 'first') return { since: null, reason: 'first', devices: [] };
  const { rows } = await database.query<Returning>({
    name: 'returning-devices',
    text: `select e.device_id as "_id", coalesce(d.name, '') as name, coalesce(m.name, '') as "marketName",
        ${isoOf('d.last_seen_at')} as "lastSeenAt", ${isoOf('e.returned_at')} as "returnedAt",
        json_build_object('ackSeq', coalesce(d.ack_seq, 0), 'gaps', coalesce(d.gaps, '[]'),
          'lastSeq', coalesce(d.reported_seq, 0)) as head,
        coalesce(jsonb_array_length(d.awaiting), 0) as waiting, e.recovered, e.recovered_sum as "recoveredSum"
      from expected_device e left join device d on d.id = e.device_id left join market m on m.id = d.market_id
      where e.epoch = $1 and d.revoked_at is null and ($2::uuid is null or d.market_id = $2)
      order by e.returned_at is not null, m.name, d.name, e.device_id`,
    values: [epoch.number, marketScope(actor)],
  });
  const devices = rows.map(({ head, ...device }) => ({
    ...device,
    owes: owedNumbers(head, head.lastSeq, 0).count,
  }));
  return { since: epoch.startedAt.toISOString(), reason: epoch.reason, devices };
}
