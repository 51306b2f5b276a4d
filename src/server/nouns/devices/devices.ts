import type { DecisionFacts } from '#src/contract/accounts/decision.ts';
import type { DayClose } from '#src/contract/cash/schemas.ts';
import type { Device } from '#src/contract/devices/schemas.ts';
import type { MarketId } from '#src/protocol/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { owedNumbers } from '#src/server/journal/envelopes/journal.ts';
import type { Database } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { readDeviceStates, type DeviceState } from './reads.ts';

export type DeviceDeps = { database: Database; now: () => Date };

/** Limit of missing numbers that an answer names. */
const mostNamed = 50;

/** ADMIN sees all devices, a market its own, a stall or top-up point those on which it works. */
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

/**
 * Permanent until restored: later operations of the device are recorded but post nothing without a decision.
 * Idempotent.
 */
export function revokeDevice(deps: DeviceDeps, actor: Actor, id: string): Promise<Answer<Device>> {
  return change(deps, actor, id, {
    kind: 'device-revoked',
    set: 'revoked_at = $2, revoked_by = $3',
    where: 'revoked_at is null',
    values: [deps.now(), actor.id],
    after: { revoked: true },
  });
}

/** Restores a device that was revoked by mistake or found again. It continues with its journal. */
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
  after: DecisionFacts;
};

/** A device of another market counts as not found. A change without effect writes no audit entry. */
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

/** Returns the one requested device in the form of the pages. */
export function toAnswer(states: readonly DeviceState[]): Answer<Device> {
  const [state] = states;
  return state ? done(toDevice(state)) : refuse('NOT_FOUND');
}

function toDevice({ gaps, ...state }: DeviceState): Device {
  const head = { ackSeq: state.ackSeq, gaps };
  return { ...state, owes: owedNumbers(head, state.reported.lastSeq, mostNamed) };
}

export type LateDevice = DeviceState;

/** Returns devices of a market that owe operations. */
export async function readLateDevices(
  { database }: { database: Database },
  marketId: MarketId,
): Promise<LateDevice[]> {
  const states = await readDeviceStates(database, { marketId, operatorId: null });
  return states.filter(isLate);
}

/** A device with a link reports every five minutes; silence for twice as long is significant, ms. */
const silentMs = 10 * 60_000;

/**
 * For the closing of a day that ends at `dayEnd`: devices that owe operations, and those silent since its
 * last possible sale. A silent tablet owes nothing known to the server, and may hold a whole day's sales.
 */
export async function listLateDevices(
  deps: { database: Database; now: () => Date },
  marketId: MarketId,
  dayEnd: Date,
): Promise<DayClose['devices']> {
  const heardAfter = Math.min(deps.now().getTime() - silentMs, dayEnd.getTime());
  const states = await readDeviceStates(deps.database, { marketId, operatorId: null });
  return states.flatMap((state): DayClose['devices'] => {
    const { _id, name, lastSeenAt, revokedAt, operators } = state;
    const isSilent = lastSeenAt === null || Date.parse(lastSeenAt) < heardAfter;
    const late = { deviceId: _id, name, lastSeenAt };
    if (isLate(state)) return [{ ...late, state: 'owes' }];
    const isAtWork = revokedAt === null && operators.some(({ digits }) => digits === '');
    return isSilent && isAtWork ? [{ ...late, state: 'silent' }] : [];
  });
}

/**
 * A report predates the batch that carried it: an operation that it lists as open has arrived once its number
 * has.
 */
function isLate({ gaps, ackSeq, reported }: DeviceState): boolean {
  return gaps.length > 0 || reported.lastSeq > ackSeq;
}

/** Returns the number of requests to work on the market's devices, and the names of the two oldest. */
export async function countRequests(
  { database }: { database: Database },
  marketId: MarketId,
): Promise<{ count: number; names: string[] }> {
  const { rows } = await database.query<{ count: number; names: string[] | null }>({
    name: 'device-requests',
    text: `select count(*)::int as count, (array_agg(case when p.stall_name <> '' then p.stall_name else p.owner_name end
          order by o.enrolled_at, p.id))[1:2] as names
      from device_operator o join device d on d.id = o.device_id join person p on p.id = o.person_id
      where d.market_id = $1 and d.revoked_at is null and o.approved_at is null`,
    values: [marketId],
  });
  return { count: rows[0]?.count ?? 0, names: rows[0]?.names ?? [] };
}
