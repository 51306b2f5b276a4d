import type { MarketId, Pesos } from '#src/protocol/brands.ts';
import type { VoucherProof } from '#src/protocol/voucher-proof.ts';
import type { DeviceReport, JournalHead, SyncDevice, SyncOperator } from '#src/server/journal/ports/rows.ts';
import { readTillRoom } from '#src/server/ledger/locked-till.ts';
import type { Session } from '#src/server/store/database.ts';
import { isActive } from '#src/server/store/records/people.ts';
import { readLimits } from '#src/server/store/records/settings.ts';
import { updateRow } from '#src/server/store/rows.ts';
import { on } from './on.ts';

export function devicePort(session: Session) {
  return {
    readDevices: (ids: readonly string[]) => readDevices(session, ids, ''),
    /** The same, locked until the end of the transaction, always in the order of ids. */
    lockDevices: (ids: readonly string[]) => readDevices(session, ids, 'for no key update'),
    writeReport: (
      deviceId: string,
      { sentAt: reportedAt, lastSeq: reportedSeq, ...report }: DeviceReport,
    ): Promise<void> => updateRow(session, 'device', deviceId, { reportedAt, reportedSeq, ...report }),
    touchDevice: async (deviceId: string, seenAt: Date): Promise<void> => {
      await session.query({
        name: 'touch-device',
        text: 'update device set last_seen_at = greatest(last_seen_at, $2::timestamptz) where id = $1',
        values: [deviceId, seenAt],
      });
    },
    /** `contact`: number of the contact that advanced it. The device's last contact never goes back. */
    writeHead: async (
      deviceId: string,
      { ackSeq, headHash, gaps, awaiting }: JournalHead,
      contact: number,
    ): Promise<void> => {
      await session.query({
        name: 'write-head',
        text: `update device set ack_seq = $2, head_hash = $3, gaps = $4, awaiting = $5, contact = greatest(contact, $6::bigint)
          where id = $1`,
        values: [deviceId, ackSeq, headHash, JSON.stringify(gaps), JSON.stringify(awaiting), contact],
      });
    },
    ...on(session, { readOperators, readTillRoom, readLimits }),
    ...signersOf(session),
  };
}

/**
 * Finds the signer of a proof, including revoked and retired ones, which an offline stall cannot recognise.
 */
function signersOf(session: Session) {
  return {
    findProofKey: async (signer: VoucherProof['signer']): Promise<string | null> => {
      const { rows } = await session.query<{ key: string }>(
        signer.by === 'server'
          ? {
              name: 'issuing-key-by-kid',
              text: 'select public_key as key from issuing_key where kid = $1',
              values: [signer.kid],
            }
          : {
              name: 'device-key-by-prefix',
              text: `select public_key as key from device d where prefix = $1 and exists
                (select 1 from device_operator o where o.device_id = d.id and o.approved_at is not null)`,
              values: [signer.devicePrefix],
            },
      );
      return rows[0]?.key ?? null;
    },
    findKioskMarket: async (devicePrefix: string): Promise<MarketId | null> => {
      const { rows } = await session.query<{ market: MarketId }>({
        name: 'device-market-by-prefix',
        text: `select market_id as market from device d where prefix = $1 and exists
          (select 1 from device_operator o where o.device_id = d.id and o.approved_at is not null)`,
        values: [devicePrefix],
      });
      return rows[0]?.market ?? null;
    },
  };
}

async function readDevices(
  session: Session,
  ids: readonly string[],
  lock: '' | 'for no key update',
): Promise<SyncDevice[]> {
  if (ids.length === 0) return [];
  const { rows } = await session.query<SyncDevice>({
    name: lock === '' ? 'read-devices' : 'lock-devices',
    text: `select id, market_id as "marketId", name, public_key as "publicKey", revoked_at as "revokedAt",
        json_build_object('seq', start_seq, 'hash', start_hash) as start,
        json_build_object('ackSeq', ack_seq, 'headHash', head_hash, 'gaps', gaps, 'awaiting', awaiting) as head,
        contact as contacts, reported_at as "reportedAt", unsigned_total as "unsignedTotal",
        exists (select 1 from device_operator o where o.device_id = device.id and o.approved_at is not null) as "isApproved"
      from device where id = any ($1::uuid[]) order by id ${lock}`,
    values: [ids],
  });
  return rows;
}

/** Returns people enrolled on the device, in any status. */
async function readOperators(session: Session, deviceId: string): Promise<SyncOperator[]> {
  const { rows } = await session.query<SyncOperator>({
    name: 'device-operators',
    text: `select p.id, p.owner_name as "ownerName", p.user_type as "userType", p.status,
        ${isActive('p')} and ${isActive('g')} as "isActive", o.suspended_at is not null as "isSuspended",
        o.suspended_seq as "suspendedSeq"
      from device_operator o join person p on p.id = o.person_id join person g on g.id = p.market_id
      where o.device_id = $1 and o.approved_at is not null order by o.enrolled_at, p.id`,
    values: [deviceId],
  });
  return rows;
}

/** People present at the device. */
export function presencePort(session: Session) {
  return {
    /** A person signed in: a suspended operator works again, and the sum of unsigned top-ups restarts. */
    noteSignedIn: async (deviceId: string, personId: string): Promise<void> => {
      await session.query({
        name: 'end-suspension',
        text: `update device_operator set suspended_at = null, suspended_seq = null
          where device_id = $1 and person_id = $2 and approved_at is not null and suspended_at is not null`,
        values: [deviceId, personId],
      });
      await session.query({
        name: 'begin-unsigned',
        text: `update device d set unsigned_total = 0 where d.id = $1 and d.unsigned_total <> 0 and exists
          (select 1 from device_operator o where o.device_id = d.id and o.person_id = $2 and o.approved_at is not null)`,
        values: [deviceId, personId],
      });
    },
    /** Counts a top-up without a session. Returns false when the total would exceed `most`. */
    takeUnsigned: async (deviceId: string, amount: Pesos, most: Pesos): Promise<boolean> => {
      const { rowCount } = await session.query({
        name: 'take-unsigned',
        text: 'update device set unsigned_total = unsigned_total + $2 where id = $1 and unsigned_total + $2 <= $3',
        values: [deviceId, amount, most],
      });
      return rowCount === 1;
    },
    /** Counts a registration of the day up to `max`. Returns false when it was not counted. */
    takeRegistration: async (deviceId: string, day: string, max: number): Promise<boolean> => {
      const { rowCount } = await session.query({
        name: 'take-registration',
        text: `update device set registered_on = $2::date,
            registered_count = case when registered_on = $2::date then registered_count else 0 end + 1
          where id = $1 and (registered_on is distinct from $2::date or registered_count < $3)`,
        values: [deviceId, day, max],
      });
      return rowCount === 1;
    },
  };
}
