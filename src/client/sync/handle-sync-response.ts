import type { Outcome, Refused, Unreachable } from '#src/client/api/outcome.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { OperationReceipt } from '#src/client/local/db/operation.ts';
import type { Enrolment } from '#src/client/local/db/rows.ts';
import { noteServerTime, type RoundTrip } from '#src/client/local/device/device-clock.ts';
import { changeEnrolment } from '#src/client/local/device/enrolment.ts';
import { storeOperators } from '#src/client/local/device/operators.ts';
import { noteEpoch, storeLimits, updateSyncStatus } from '#src/client/local/device/server-config.ts';
import type { Answered } from '#src/client/local/outbox/apply-receipt.ts';
import { answeredBefore } from '#src/client/local/outbox/sealed-receipts.ts';
import { toAmount } from '#src/contract/brands.ts';
import { retryOf } from '#src/contract/refusals.ts';
import type { ReadSyncAnswer, ReadSyncResult } from '#src/contract/sync/schemas.ts';
import type { SyncPorts } from './ports.ts';

/** An answer of the server, and the call that brought it. */
export type SyncResponse = { answer: ReadSyncAnswer; trip: RoundTrip };

/** What the server said besides the results: its time, the market's rules, who may work here, what it has of the journal. */
export async function handleSyncResponse(
  db: MoneyDb,
  ports: Pick<SyncPorts, 'clock' | 'forgetCaches' | 'onLink'>,
  enrolment: Enrolment,
  { answer, trip }: SyncResponse,
): Promise<void> {
  const now = ports.clock.now();
  const { device } = answer;
  const tables = [db.device, db.held, db.operators, db.enrolment, db.sealed, db.fates];
  await db.transaction('rw', tables, async () => {
    await noteServerTime(db, Date.parse(answer.serverTime), trip, enrolment.deviceId);
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
    await updateSyncStatus(db, { reportedAt: now, isReportOwed: false });
    if (answer.epoch !== undefined && (await noteEpoch(db, answer.epoch)))
      await changeEnrolment(db, {
        toShow: await answeredBefore(db, answer.epoch),
      });
  });
  if (device.state === 'revoked' && enrolment.state !== 'revoked') await forgetAll(db, ports);
  ports.onLink('online');
}

/** What to do about a call that did not come back with an answer. */
export type CallTrouble =
  | { kind: 'offline'; reason: 'network' | 'timeout' | 'not-ours' }
  /** not now, for everything alike */
  | { kind: 'busy'; reason: Refused['code'] | 'server'; retryAfterMs: number | undefined }
  /** the server does not take this device: nothing it says would get through */
  | { kind: 'device'; code: Refused['code'] }
  /** the server rejects the batch as a whole */
  | { kind: 'batch'; code: Refused['code'] };

export function troubleOf(outcome: Exclude<Outcome<unknown>, { kind: 'ok' }>): CallTrouble {
  if (outcome.kind === 'unreachable') return unreachable(outcome);
  const { status, code, retryAfterMs } = outcome;
  if (status === 401 || status === 403 || code.startsWith('DEVICE_')) return { kind: 'device', code };
  if (retryOf(code, status) === 'busy') return { kind: 'busy', reason: code, retryAfterMs };
  return { kind: 'batch', code };
}

function unreachable({ reason, retryAfterMs }: Unreachable): CallTrouble {
  return reason === 'server' ? { kind: 'busy', reason, retryAfterMs } : { kind: 'offline', reason };
}

/** The server does not take this device. Revoked: it sells no more, keeps its outbox, and its caches are emptied. */
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

/** Names and balances go; the outbox, its labels among it, stays until it is settled. */
async function forgetAll(db: MoneyDb, ports: Pick<SyncPorts, 'forgetCaches'>): Promise<void> {
  await ports.forgetCaches();
  await updateSyncStatus(db, { listAsOf: 0, fullListAsOf: 0 });
}

/**
 * One result as the device keeps it; null: nothing is settled by it, the operation is sent again. A purchase or top-up that
 * is said to be accepted without its receipt is not.
 */
export function answeredBy(result: ReadSyncResult, kind: string): Answered | null {
  const { state, refusal, reason, missing, seal } = result;
  if (state === 'again' || state === 'unreadable') return null;
  const receipt = receiptIn(result);
  if (state === 'accepted' && !receipt && (kind === 'purchase' || kind === 'top-up')) return null;
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
  if (purchase) return { kind: 'purchase', receipt: purchase };
  if (topUp) return { kind: 'top-up', receipt: topUp };
  return customer ? { kind: 'customer', receipt: customer } : null;
}
