import type { MarketId } from '#src/contract/brands.ts';
import type { DayClose } from '#src/contract/markets/cash.ts';
import type { Device, EnrolCommand } from '#src/contract/devices/device.ts';
import type { RefusalCode } from '#src/contract/refusal-code.ts';
import { enrolText } from '#src/domain/device/device-proof.ts';
import type { VerifySignature } from '#src/domain/voucher/verify-voucher.ts';
import { devicePrefixOf } from '#src/domain/voucher/voucher-proof.ts';
import type { Actor } from '#src/server/http/actor.ts';
import { done, refuse, type Answer } from '#src/server/http/answer.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/decisions.ts';
import { owedNumbers } from '#src/server/sync/envelopes/journal.ts';
import { isSignedBy } from '#src/server/sync/envelopes/verify-p256.ts';
import { readDeviceStates, type DeviceState } from './reads.ts';

export type DeviceDeps = { database: Database; now: () => Date; verifySignature: VerifySignature };

/** At most this many missing numbers are named. */
const mostNamed = 50;

/**
 * Enrols the device of a signed-in top-up point or stall, or the person as one more operator of it. Who enrols proves to
 * hold the key; a device belongs to its first market and keeps its first key for ever.
 */
export async function enrolDevice(
  deps: DeviceDeps,
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

async function enrolIn(
  session: Session,
  actor: Actor,
  command: EnrolCommand,
  now: Date,
): Promise<RefusalCode | null> {
  const { deviceId, publicKey, name, journal = { lastSeq: 0, headHash: '' } } = command;
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
  const { rows } = await session.query<{ market_id: MarketId; public_key: string; revoked_at: Date | null }>({
    name: 'device-for-enrolment',
    text: 'select market_id, public_key, revoked_at from device where id = $1 for no key update',
    values: [deviceId],
  });
  const [device] = rows;
  // Another device has the same first half of an id: its vouchers could not be told apart.
  if (!device) return 'DEVICE_PROOF_INVALID';
  if (device.market_id !== actor.marketId) return 'DEVICE_OF_ANOTHER_MARKET';
  if (device.public_key !== publicKey) return 'DEVICE_PROOF_INVALID';
  if (device.revoked_at) return 'DEVICE_REVOKED';
  const { rowCount } = await session.query({
    name: 'insert-operator',
    text: `insert into device_operator (device_id, person_id, enrolled_at) values ($1, $2, $3)
      on conflict (device_id, person_id) do nothing`,
    values: [deviceId, actor.id, now],
  });
  if (rowCount === 1)
    await writeDecision(session, {
      kind: 'device-enrolled',
      actor,
      marketId: actor.marketId,
      subject: { type: 'DEVICE', id: deviceId, name },
      recordedAt: now,
    });
  return null;
}

/** ADMIN sees all devices, a market its own, a stall or top-up point those it works on. */
export async function listDevices(deps: { database: Database }, actor: Actor): Promise<Device[]> {
  const worksOnThem = actor.userType === 'RECARGA' || actor.userType === 'ESTANTE';
  const states = await readDeviceStates(deps.database, {
    marketId: actor.marketId,
    operatorId: worksOnThem ? actor.id : null,
  });
  return states.map(toDevice);
}

export function renameDevice(
  deps: DeviceDeps,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<Answer<Device>> {
  return change(deps, actor, id, {
    kind: 'device-renamed',
    set: 'name = $2',
    values: [name],
    after: { name },
  });
}

/** Permanent until restored: operations that it sends from now on post nothing by themselves. Idempotent. */
export function revokeDevice(deps: DeviceDeps, actor: Actor, id: string): Promise<Answer<Device>> {
  return change(deps, actor, id, {
    kind: 'device-revoked',
    set: 'revoked_at = $2, revoked_by = $3',
    where: 'revoked_at is null',
    values: [deps.now(), actor.id],
    after: { revoked: true },
  });
}

/** A device that was revoked by mistake, or found again, works on with the journal it has. */
export function restoreDevice(deps: DeviceDeps, actor: Actor, id: string): Promise<Answer<Device>> {
  return change(deps, actor, id, {
    kind: 'device-restored',
    set: 'revoked_at = null, revoked_by = null',
    where: 'revoked_at is not null',
    values: [],
    after: { revoked: false },
  });
}

type Change = {
  kind: 'device-renamed' | 'device-revoked' | 'device-restored';
  set: string;
  where?: string;
  values: readonly unknown[];
  after: Record<string, unknown>;
};

/** A device of another market is not found. A change without effect writes no decision. */
async function change(
  deps: DeviceDeps,
  actor: Actor,
  id: string,
  { kind, set, where = 'true', values, after }: Change,
): Promise<Answer<Device>> {
  const { database } = deps;
  const filter = { deviceId: id, marketId: actor.marketId, operatorId: null };
  const [found] = await readDeviceStates(database, filter);
  if (!found) return refuse('NOT_FOUND');
  await database.transaction(async (session) => {
    const { rows } = await session.query<{ market_id: MarketId }>({
      name: kind,
      text: `update device set ${set} where id = $1 and ${where} returning market_id`,
      values: [id, ...values],
    });
    const [changed] = rows;
    if (!changed) return;
    await writeDecision(session, {
      kind,
      actor,
      marketId: changed.market_id,
      subject: { type: 'DEVICE', id, name: found.name },
      before: { name: found.name },
      after,
      recordedAt: deps.now(),
    });
  }, 'money');
  return toAnswer(await readDeviceStates(database, filter));
}

function toAnswer(states: readonly DeviceState[]): Answer<Device> {
  const [state] = states;
  return state ? done(toDevice(state)) : refuse('NOT_FOUND');
}

function toDevice({ gaps, ...state }: DeviceState): Device {
  const head = { ackSeq: state.ackSeq, gaps };
  return { ...state, owes: owedNumbers(head, state.reported.lastSeq, mostNamed) };
}

export type LateDevice = DeviceState;

/** Devices of a market with operations still to deliver: numbers are missing, or they reported them. */
export async function readLateDevices(
  { database }: { database: Database },
  marketId: MarketId,
): Promise<LateDevice[]> {
  const states = await readDeviceStates(database, { marketId, operatorId: null });
  return states.filter(
    ({ gaps, ackSeq, reported }) => gaps.length > 0 || reported.lastSeq > ackSeq || reported.openCount > 0,
  );
}

/** The same in the form of the day close. */
export async function listLateDevices(
  deps: { database: Database },
  marketId: MarketId,
): Promise<DayClose['devices']> {
  const states = await readLateDevices(deps, marketId);
  return states.map(({ _id, name, lastSeenAt }) => ({ deviceId: _id, name, lastSeenAt }));
}
