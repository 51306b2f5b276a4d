import type { SeenFault } from '#src/contract/devices/fault.ts';
import type { Device, Incident } from '#src/contract/devices/schemas.ts';
import { defaultOfflineLimits } from '#src/operations/acceptance/rule.ts';
import type { Amount, MarketCode, MarketId } from '#src/protocol/brands.ts';
import type { KeySet, KioskCertificate } from '#src/protocol/keys.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { isActive } from '#src/server/store/records/active-person.ts';

type DeviceRow = {
  id: string;
  name: string;
  market_name: string;
  market_code: MarketCode;
  enrolled_at: Date;
  revoked_at: Date | null;
  last_seen_at: Date | null;
  ack_seq: number;
  gaps: [number, number][];
  reported_seq: number;
  open_count: number;
  open_sum: Amount;
  clock_skew_ms: number;
  app_version: string;
  storage: string;
  snapshot_as_of: number;
  operators: Device['operators'];
  incidents: (Omit<Incident, 'noticedAt'> & { noticedAt: string })[];
  faults: SeenFault[];
};

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
  const { rows } = await session.query<DeviceRow>({
    name: 'device-states',
    text: `select d.id, d.name, m.name as market_name, m.code as market_code, d.enrolled_at, d.revoked_at,
        d.last_seen_at, d.ack_seq, d.gaps, d.reported_seq, d.open_count, d.open_sum, d.clock_skew_ms, d.app_version,
        d.storage, d.snapshot_as_of,
        coalesce((select jsonb_agg(jsonb_build_object('_id', p.id, 'userType', p.user_type, 'digits', o.digits,
            'name', case when p.stall_name <> '' then p.stall_name else p.owner_name end) order by o.enrolled_at, p.id)
          from device_operator o join person p on p.id = o.person_id where o.device_id = d.id), '[]') as operators,
        coalesce((select jsonb_agg(jsonb_build_object('kind', i.kind, 'seq', i.seq, 'opId', i.op_id, 'noticedAt',
            to_char(i.noticed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by i.noticed_at desc, i.seq desc)
          from (select * from device_incident n where n.device_id = d.id order by n.noticed_at desc, n.seq desc limit 50) i),
          '[]') as incidents,
        coalesce((select jsonb_agg(jsonb_build_object('kind', f.kind, 'name', f.name, 'place', f.place, 'appVersion', f.app_version,
            'count', f.count, 'firstAt', to_char(f.first_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'lastAt', to_char(f.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by f.last_at desc)
          from (select * from device_fault n where n.device_id = d.id order by n.last_at desc limit 20) f), '[]') as faults
      from device d join market m on m.id = d.market_id
      where (d.id = $1 or $1::uuid is null and exists (select 1 from device_operator a where a.device_id = d.id))
        and ($2::uuid is null or d.market_id = $2)
        and ($3::uuid is null or exists
          (select 1 from device_operator o where o.device_id = d.id and o.person_id = $3))
      order by m.name, d.enrolled_at, d.id`,
    values: [filter.deviceId ?? null, filter.marketId, filter.operatorId],
  });
  return rows.map(toState);
}

function toState(row: DeviceRow): DeviceState {
  return {
    _id: row.id,
    name: row.name,
    marketName: row.market_name,
    globalMarketId: row.market_code,
    operators: row.operators,
    enrolledAt: row.enrolled_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    ackSeq: row.ack_seq,
    gaps: row.gaps,
    reported: { lastSeq: row.reported_seq, openCount: row.open_count, openSum: row.open_sum },
    clockSkewMs: row.clock_skew_ms,
    appVersion: row.app_version,
    storage: row.storage,
    snapshotAsOf: row.snapshot_as_of === 0 ? null : new Date(row.snapshot_as_of).toISOString(),
    incidents: row.incidents,
    faults: row.faults,
  };
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
