import { randomInt } from 'node:crypto';
import type { BindingTarget, Device, EnrolCommand } from '#src/contract/devices/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { MarketId } from '#src/protocol/brands.ts';
import { enrolText } from '#src/protocol/signed-texts.ts';
import type { VerifySignature } from '#src/protocol/verify-voucher.ts';
import { devicePrefixOf } from '#src/protocol/voucher-proof.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { refuse, type Answer } from '#src/server/answer.ts';
import { isSignedBy } from '#src/server/journal/envelopes/crypto.ts';
import { useMarketCode } from '#src/server/ledger/market-code.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { lockRow } from '#src/server/store/rows.ts';
import { toAnswer } from './devices.ts';
import { readDeviceStates } from './reads.ts';

export type EnrolmentDeps = { database: Database; now: () => Date; verifySignature: VerifySignature };

/** Maximum waiting requests per person, so that a stolen password cannot flood the market with them. */
const mostWaiting = 5;

/**
 * A signed-in top-up point or stall requests to work on a device and proves possession of its key. A password
 * alone does not suffice: the market approves, here by its one-time code or later in its list. A device
 * belongs to its first market and keeps its first key. Repeating the request returns the present state.
 */
export async function enrolDevice(
  deps: EnrolmentDeps,
  actor: Actor,
  command: EnrolCommand,
): Promise<Answer<Device>> {
  const { deviceId, publicKey, proof } = command;
  const text = enrolText(deviceId, publicKey, actor.id);
  if (!(await isSignedBy(deps.verifySignature, publicKey, text, proof)))
    return refuse('DEVICE_PROOF_INVALID');
  const refusal = await deps.database.transaction((session) => enrolIn(session, actor, command, deps.now()));
  if (refusal) return refuse(refusal);
  return toAnswer(await readDeviceStates(deps.database, { deviceId, marketId: null, operatorId: null }));
}

type HeldDevice = {
  /** Null when the device does not exist yet. */
  market_id: MarketId | null;
  public_key: string;
  revoked_at: Date | null;
  is_known: boolean;
  /** Null when this person has never asked. */
  is_approved: boolean | null;
  waiting: number;
};

async function enrolIn(
  session: Session,
  actor: Actor,
  command: EnrolCommand,
  now: Date,
): Promise<RefusalCode | null> {
  const { deviceId, publicKey, name, marketCode } = command;
  const before = await readHeld(session, actor, deviceId);
  const fault = before.market_id === null ? null : faultOf(before, actor, publicKey);
  if (fault) return fault;
  let isPermitted = false;
  // Before any write: a refused request leaves no device behind.
  if (before.is_approved !== true) {
    isPermitted = marketCode !== undefined && (await isGood(session, actor, marketCode, now));
    if (marketCode !== undefined && !isPermitted) return 'MARKET_CODE_INVALID';
    if (before.is_approved === null && !isPermitted && before.waiting >= mostWaiting)
      return 'TOO_MANY_WAITING';
  }
  const device = await holdDevice(session, actor, command, now);
  // Another device's id has the same first half, so their vouchers could not be told apart.
  if (device.market_id === null) return 'DEVICE_PROOF_INVALID';
  const faultNow = faultOf(device, actor, publicKey);
  if (faultNow) return faultNow;
  if (!device.is_known) await beginJournal(session, command);
  if (device.is_approved === true) return null;
  await session.query({
    name: 'insert-operator',
    text: `insert into device_operator (device_id, person_id, enrolled_at, approved_at, digits)
      values ($1, $2, $3::timestamptz, case when $4::boolean then $3::timestamptz end, case when $4::boolean then '' else $5 end)
      on conflict (device_id, person_id) do update set
        approved_at = coalesce(device_operator.approved_at, excluded.approved_at), digits = case when $4::boolean then '' else device_operator.digits end`,
    values: [deviceId, actor.id, now, isPermitted, String(randomInt(1_000_000)).padStart(6, '0')],
  });
  if (device.is_approved === null || isPermitted)
    await writeDecision(session, {
      kind: 'device-enrolled',
      actor,
      marketId: actor.marketId,
      subject: { type: 'DEVICE', id: deviceId, name },
      after: { withCode: isPermitted },
      recordedAt: now,
    });
  return null;
}

function faultOf(device: HeldDevice, actor: Actor, publicKey: string): RefusalCode | null {
  if (device.market_id !== actor.marketId) return 'DEVICE_OF_ANOTHER_MARKET';
  if (device.public_key !== publicKey) return 'DEVICE_PROOF_INVALID';
  return device.revoked_at ? 'DEVICE_REVOKED' : null;
}

/** Locks the device's row, creating it first if it is missing. */
async function holdDevice(
  session: Session,
  actor: Actor,
  { deviceId, publicKey, name, journal = noJournal }: EnrolCommand,
  now: Date,
): Promise<HeldDevice> {
  await session.query({
    name: 'insert-device',
    text: `insert into device (id, prefix, market_id, name, public_key, enrolled_at, start_seq, start_hash, ack_seq,
        head_hash, gaps) values ($1, $2, $3, $4, $5, $6, $7, $8, $7, $8, '[]')
      on conflict do nothing`,
    values: [
      deviceId,
      devicePrefixOf(deviceId),
      actor.marketId,
      name,
      publicKey,
      now,
      journal.lastSeq,
      journal.headHash,
    ],
  });
  await lockRow(session, 'device', deviceId);
  return readHeld(session, actor, deviceId);
}

async function readHeld(session: Session, actor: Actor, deviceId: string): Promise<HeldDevice> {
  const { rows } = await session.query<HeldDevice>({
    name: 'device-for-enrolment',
    text: `select d.market_id, d.public_key, d.revoked_at, d.last_seen_at is not null as is_known,
        (select o.approved_at is not null from device_operator o where o.device_id = d.id and o.person_id = $2)
          as is_approved,
        (select count(*)::int from device_operator w join device e on e.id = w.device_id
          where w.person_id = $2 and w.approved_at is null and e.revoked_at is null) as waiting
      from (select $1::uuid as id) as asked left join device d on d.id = asked.id`,
    values: [deviceId, actor.id],
  });
  const [row] = rows;
  if (!row) throw new Error('a row of one id did not come back');
  return row;
}

const noJournal = { lastSeq: 0, headHash: '' };

/**
 * A waiting device sends its operations with the person's session, so they are not owed. Its journal starts
 * at its first own contact, which is later.
 */
async function beginJournal(
  session: Session,
  { deviceId, journal = noJournal }: EnrolCommand,
): Promise<void> {
  await session.query({
    name: 'begin-journal',
    text: `update device set start_seq = $2, start_hash = $3, ack_seq = $2, head_hash = $3
      where id = $1 and last_seen_at is null and start_seq <= $2`,
    values: [deviceId, journal.lastSeq, journal.headHash],
  });
}

function isGood(session: Session, actor: Actor, code: string, now: Date): Promise<boolean> {
  const purpose = actor.userType === 'RECARGA' ? 'enrol-top-up' : 'enrol-stall';
  return useMarketCode(session, { market: ownMarket(actor), purpose, code, by: actor.id, now });
}

/**
 * The market has compared the digits on both screens. A request that was deleted or replaced meanwhile counts
 * as not found. The same person may repeat an approval whose answer was lost.
 */
export function approveBinding(
  deps: EnrolmentDeps,
  actor: Actor,
  target: BindingTarget,
): Promise<Answer<Device>> {
  return decideBinding(deps, actor, target, {
    kind: 'device-approved',
    isRepeated: isApprovedBy,
    text: `update device_operator o set approved_at = $5, approved_by = $4, digits = '' from device d
      where d.id = o.device_id and o.device_id = $1 and o.person_id = $2 and o.digits = $3 and o.approved_at is null
        and ($6::uuid is null or d.market_id = $6)
      returning d.market_id, d.name, (select owner_name from person where id = o.person_id) as operator`,
  });
}

async function isApprovedBy(
  session: Session,
  actor: Actor,
  { id, operatorId }: BindingTarget,
): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'device-approved-by',
    text: 'select 1 from device_operator where device_id = $1 and person_id = $2 and approved_by = $3',
    values: [id, operatorId, actor.id],
  });
  return rowCount === 1;
}

/** Deletes the request; its device may ask again. */
export function rejectBinding(
  deps: EnrolmentDeps,
  actor: Actor,
  target: BindingTarget,
): Promise<Answer<Device>> {
  return decideBinding(deps, actor, target, {
    kind: 'device-rejected',
    text: `delete from device_operator o using device d
      where d.id = o.device_id and o.device_id = $1 and o.person_id = $2 and o.digits = $3 and o.approved_at is null
        and ($6::uuid is null or d.market_id = $6) and $4::uuid is not null and $5::timestamptz is not null
      returning d.market_id, d.name, (select owner_name from person where id = o.person_id) as operator`,
  });
}

async function decideBinding(
  { database, now }: EnrolmentDeps,
  actor: Actor,
  target: BindingTarget,
  {
    kind,
    text,
    isRepeated,
  }: { kind: 'device-approved' | 'device-rejected'; text: string; isRepeated?: typeof isApprovedBy },
): Promise<Answer<Device>> {
  const { id, operatorId, digits } = target;
  const recordedAt = now();
  const isDecided = await database.transaction(async (session) => {
    const { rows } = await session.query<{ market_id: MarketId; name: string; operator: string }>({
      name: kind,
      text,
      values: [id, operatorId, digits, actor.id, recordedAt, actor.marketId],
    });
    const [device] = rows;
    if (!device) return isRepeated?.(session, actor, target) ?? false;
    await writeDecision(session, {
      kind,
      actor,
      marketId: device.market_id,
      subject: { type: 'DEVICE', id, name: device.name },
      after: { operator: device.operator },
      recordedAt,
    });
    return true;
  });
  if (!isDecided) return refuse('NOT_FOUND');
  return toAnswer(
    await readDeviceStates(database, { deviceId: id, marketId: actor.marketId, operatorId: null }),
  );
}
