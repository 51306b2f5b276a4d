import type { CallAnswer, Refused, Unreachable } from '#src/client/api/call-answer.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { OperationReceipt } from '#src/client/local/db/operation.ts';
import type { Enrolment } from '#src/client/local/db/rows.ts';
import { noteServerTime, type RoundTrip } from '#src/client/local/device/device-clock.ts';
import { changeEnrolment } from '#src/client/local/device/enrolment.ts';
import { storeOperators } from '#src/client/local/device/operators.ts';
import {
  noteEpoch,
  readSyncStatus,
  storeLimits,
  updateSyncStatus,
} from '#src/client/local/device/server-config.ts';
import type { Answered } from '#src/client/local/outbox/apply-receipt.ts';
import { answeredBefore } from '#src/client/local/outbox/sealed-receipts.ts';
import { retryOf } from '#src/contract/refusals.ts';
import type { ReadSyncAnswer, ReadSyncResult } from '#src/contract/sync/schemas.ts';
import { rowOf, type EnvelopeKind } from '#src/operations/envelopes.ts';
import { toAmount } from '#src/protocol/brands.ts';
import type { SyncPorts } from './ports.ts';

/** A server's answer, and the timing of its call. */
export type SyncResponse = { answer: ReadSyncAnswer; trip: RoundTrip };

/**
 * Applies everything in the answer except the results: the server's time, the market's rules, the operators,
 * and its view of the journal. Returns false when the device has a later answer since: a page may sleep for
 * days with an answer on its way, and what it then reads must not replace newer limits or a revocation.
 */
export async function handleSyncResponse(
  db: MoneyDb,
  ports: Pick<SyncPorts, 'forgetCaches' | 'onLink'>,
  enrolment: Enrolment,
  { answer, trip }: SyncResponse,
): Promise<boolean> {
  const tables = [db.device, db.serverConfig, db.operators, db.enrolment, db.sealed, db.statuses];
  const isNews = await db.transaction('rw', tables, async () => {
    await noteServerTime(db, Date.parse(answer.serverTime), trip, enrolment.deviceId);
    const { reportedAt, heardAsOf } = await readSyncStatus(db);
    // By both clocks: either of them may have been set back since.
    if (trip.sentAt < reportedAt && Date.parse(answer.serverTime) < heardAsOf) return false;
    await storeAnswer(db, answer);
    // The answer is as old as its call, whenever it is read.
    await updateSyncStatus(db, { reportedAt: trip.sentAt, isReportOwed: false });
    return true;
  });
  const isRevoked = answer.device.state === 'revoked' && enrolment.state !== 'revoked';
  if (isNews && isRevoked) await forgetAll(db, ports);
  ports.onLink('online');
  return isNews;
}

/** Stores everything but the results, inside the caller's transaction. */
async function storeAnswer(db: MoneyDb, answer: ReadSyncAnswer): Promise<void> {
  const { device } = answer;
  await storeLimits(db, answer.limits);
  await storeOperators(db, answer.operators);
  await changeEnrolment(db, {
    state: device.state,
    name: device.name,
    ackSeq: device.ackSeq,
    missing: device.missing,
    trouble: '',
    unsignedTotal: device.unsignedTotal ?? toAmount(0),
  });
  await updateSyncStatus(db, { heardAsOf: Date.parse(answer.serverTime) });
  if (answer.epoch !== undefined && (await noteEpoch(db, answer.epoch)))
    await changeEnrolment(db, {
      toShow: await answeredBefore(db, answer.epoch),
    });
}

/** Handling of a call without an answer. */
export type CallTrouble =
  | { kind: 'offline'; reason: 'network' | 'timeout' | 'not-ours' }
  /** Not now, for all operations alike. */
  | { kind: 'busy'; reason: Refused['code'] | 'server'; retryAfterMs: number | undefined }
  /** The server rejects this device, so none of its calls would succeed. */
  | { kind: 'device'; code: Refused['code'] }
  /** The server rejects the batch as a whole. */
  | { kind: 'batch'; code: Refused['code'] };

export function troubleOf(outcome: Exclude<CallAnswer<unknown>, { kind: 'ok' }>): CallTrouble {
  if (outcome.kind === 'unreachable') return unreachable(outcome);
  const { status, code, retryAfterMs } = outcome;
  if (status === 401 || status === 403 || code.startsWith('DEVICE_')) return { kind: 'device', code };
  if (retryOf(code, status) === 'busy') return { kind: 'busy', reason: code, retryAfterMs };
  return { kind: 'batch', code };
}

function unreachable({ reason, retryAfterMs }: Unreachable): CallTrouble {
  return reason === 'server' ? { kind: 'busy', reason, retryAfterMs } : { kind: 'offline', reason };
}

/**
 * The server rejects this device. When revoked, it stops selling, keeps its outbox, and its caches are
 * emptied.
 */
export async function handleDeviceRefused(
  db: MoneyDb,
  ports: Pick<SyncPorts, 'forgetCaches' | 'onLink'>,
  code: Refused['code'],
): Promise<void> {
  const isRevoked = code === 'DEVICE_REVOKED';
  await changeEnrolment(db, { trouble: code, ...(isRevoked ? { state: 'revoked' as const } : {}) });
  if (isRevoked) await forgetAll(db, ports);
  ports.onLink('online');
}

/** Deletes names and balances. The outbox with its labels stays until it is settled. */
async function forgetAll(db: MoneyDb, ports: Pick<SyncPorts, 'forgetCaches'>): Promise<void> {
  await ports.forgetCaches();
  await updateSyncStatus(db, { listAsOf: 0, fullListAsOf: 0 });
}

/**
 * Returns one result in its stored form, or null when it settles nothing and the operation is sent again. A
 * purchase or top-up reported as accepted without its receipt is not settled.
 */
export function answeredBy(result: ReadSyncResult, kind: EnvelopeKind): Answered | null {
  const { state, refusal, reason, missing, seal } = result;
  if (state === 'again' || state === 'unreadable') return null;
  const receipt = receiptIn(result);
  if (state === 'accepted' && !receipt && rowOf(kind).identity) return null;
  return {
    state,
    ...(receipt ? { receipt } : {}),
    ...(refusal ? { refusal: { code: refusal.code, message: refusal.message, left: refusal.left } } : {}),
    ...(reason ? { reason } : {}),
    ...(missing === undefined ? {} : { missing }),
    ...(seal ? { seal } : {}),
  };
}

function receiptIn({ purchase, topUp, customer }: ReadSyncResult): OperationReceipt | null {
  if (purchase) return { purchase };
  if (topUp) return { topUp };
  return customer ? { customer } : null;
}
