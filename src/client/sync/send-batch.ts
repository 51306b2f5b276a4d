import type { CallAnswer } from '#src/client/api/call-answer.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { type OperationStatus, isFinal, isRecorded } from '#src/client/local/db/operation.ts';
import type { Enrolment } from '#src/client/local/db/rows.ts';
import { changeEnrolment, noteShown } from '#src/client/local/device/enrolment.ts';
import { updateSyncStatus } from '#src/client/local/device/server-config.ts';
import { type AnsweredOperation, applyAnswers } from '#src/client/local/outbox/apply-receipt.ts';
import { updateStatuses, markSending, type Sendable } from '#src/client/local/outbox/outbox.ts';
import { withSealed } from '#src/client/local/outbox/sealed-receipts.ts';
import { signedEntries } from '#src/client/local/outbox/sign-envelopes.ts';
import type { ReadSyncAnswer, ReadSyncResult, SyncRequest } from '#src/contract/sync/schemas.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { askAgainMs, backoffMs } from './due.ts';
import {
  answeredBy,
  type CallTrouble,
  handleSyncResponse,
  handleDeviceRefused,
  type SyncResponse,
  troubleOf,
} from './handle-sync-response.ts';
import type { SyncPorts } from './ports.ts';
import { syncRequest } from './sync-call.ts';

/** The server cannot read it, because one of the two is older, which takes a while to change, ms. */
const unreadableMs = 60 * 60_000;

/** A batch with its answer, not stored yet. */
export type AnsweredBatch = SyncResponse & { batch: readonly Sendable[] };

/**
 * A batch ready to be sent: signed, and marked as being sent. Its report describes the outbox when the batch
 * was prepared.
 */
export type ReadyBatch = { batch: readonly Sendable[]; request: SyncRequest };

export async function prepareBatch(
  db: MoneyDb,
  ports: SyncPorts,
  enrolment: Enrolment,
  batch: readonly Sendable[],
): Promise<ReadyBatch> {
  const request = await requestWith(db, ports, enrolment, batch);
  // An operation that the server has recorded keeps that state.
  await markSending(
    db,
    batch.map(({ envelope }) => envelope.opId),
  );
  return { batch, request };
}

/**
 * Returns the signed call with these operations, and changes none of them. Signatures are stored, so a
 * repetition needs no key. A final answer that the server requests again is sent with its seal.
 */
export async function requestWith(
  db: MoneyDb,
  ports: Pick<SyncPorts, 'sign' | 'clock' | 'health'>,
  enrolment: Enrolment,
  batch: readonly Sendable[],
): Promise<SyncRequest> {
  const entries = await signedEntries(
    db,
    ports.sign,
    batch.map(({ envelope }) => envelope),
  );
  const opIds = batch.map(({ envelope }) => envelope.opId);
  const isAsked = batch.some(({ status }) => isFinal(status));
  const proven = isAsked ? await withSealed(db, entries, opIds) : entries;
  return syncRequest(db, ports, enrolment, proven);
}

/** Releases a prepared batch that is not sent now. */
export function releaseBatch(db: MoneyDb, { batch }: ReadyBatch): Promise<void> {
  return putBack(db, batch, () => ({}));
}

/** Stores the server's answer about the device and each operation. */
export async function settleBatch(
  db: MoneyDb,
  ports: SyncPorts,
  enrolment: Enrolment,
  answered: AnsweredBatch | null,
): Promise<void> {
  if (!answered) return;
  const isNews = await handleSyncResponse(db, ports, enrolment, answered);
  await applyResults(db, ports, answered, isNews);
  copyResults(ports, answered.answer.results);
}

/**
 * Parallel to sending: results missing from the second copy are queried again after a loss, with the same
 * answers.
 */
export function copyResults(
  { secondCopy }: Pick<SyncPorts, 'secondCopy'>,
  results: readonly ReadSyncResult[],
): void {
  const said = results.filter(({ state }) => state !== 'again' && state !== 'unreadable');
  if (said.length > 0) void secondCopy.keep(said.map((result) => ({ t: 'result', result })));
}

/** Handles a call without an answer. The batch returns to its previous state. */
export async function handleFailure(
  db: MoneyDb,
  ports: SyncPorts,
  batch: readonly Sendable[],
  outcome: Exclude<CallAnswer<ReadSyncAnswer>, { kind: 'ok' }>,
): Promise<'halve' | 'stop'> {
  const trouble = troubleOf(outcome);
  const next = await writeFailure(db, ports, batch, trouble);
  // Reported after it is stored: a link that returns in between makes stored operations due, and would miss
  // this one.
  ports.onLink(trouble.kind === 'offline' ? 'offline' : 'online');
  return next;
}

async function writeFailure(
  db: MoneyDb,
  ports: SyncPorts,
  batch: readonly Sendable[],
  trouble: CallTrouble,
): Promise<'halve' | 'stop'> {
  if (trouble.kind === 'device') {
    await handleDeviceRefused(db, ports, trouble.code);
    // Not counted as an attempt. The server is queried again later, because its view of the device may have
    // changed.
    await putBack(db, batch, (status) => ({
      nextAttemptAt: ports.clock.now() + askAgainMs(status.state),
      lastError: trouble.code,
      attempts: status.attempts,
    }));
    return 'stop';
  }
  if (trouble.kind === 'batch' && batch.length > 1) {
    await putBack(db, batch, () => ({}));
    return 'halve';
  }
  const lastError = trouble.kind === 'batch' ? trouble.code : trouble.reason;
  const retryAfterMs = trouble.kind === 'busy' ? trouble.retryAfterMs : undefined;
  await putBack(db, batch, (status) => later(ports, status, lastError, retryAfterMs));
  return trouble.kind === 'batch' ? 'halve' : 'stop';
}

async function applyResults(
  db: MoneyDb,
  ports: Pick<SyncPorts, 'clock'>,
  { batch, answer }: AnsweredBatch,
  isNews: boolean,
): Promise<void> {
  const now = ports.clock.now();
  const resultOf = new Map(answer.results.map((result) => [result.opId, result]));
  const answered: AnsweredOperation[] = [];
  const unanswered: { opId: OpId; change: Partial<OperationStatus> }[] = [];
  for (const { envelope, status } of batch) {
    const { opId, kind } = envelope;
    const result = resultOf.get(opId);
    const said = result ? answeredBy(result, kind) : null;
    if (said) {
      const again = isRecorded(said) ? { nextAttemptAt: now + askAgainMs(said.state) } : {};
      answered.push({ opId, answered: said, ...again });
      continue;
    }
    const isUnreadable = result?.state === 'unreadable';
    const lastError = isUnreadable ? 'newer-version' : (result?.refusal?.code ?? 'server');
    const waitMs = isUnreadable ? unreadableMs : undefined;
    unanswered.push({ opId, change: { state: 'pending', ...later(ports, status, lastError, waitMs) } });
  }
  const moment = { now, serverNow: Date.parse(answer.serverTime) };
  const applied = await applyAnswers(db, answered, moment);
  const isBalanceNew = batch.some(
    ({ envelope }) => envelope.kind === 'acceptance' && applied.has(envelope.opId),
  );
  if (isBalanceNew) await updateSyncStatus(db, { isPullOwed: true });
  if (unanswered.length > 0) await updateStatuses(db, unanswered);
  // Operations just sent are not requested a second time in this run, even when the server keeps naming them.
  const resent = new Set(batch.map(({ envelope }) => envelope.seq));
  if (isNews) await changeEnrolment(db, { missing: answer.device.missing.filter((seq) => !resent.has(seq)) });
  const waits = new Set(unanswered.map(({ opId }) => opId));
  await noteShown(
    db,
    new Set(batch.flatMap(({ envelope: { opId, seq } }) => (waits.has(opId) ? [] : [seq]))),
  );
}

function later(
  ports: Pick<SyncPorts, 'clock'>,
  status: OperationStatus,
  lastError: OperationStatus['lastError'],
  retryAfterMs: number | undefined,
): Partial<OperationStatus> {
  const now = ports.clock.now();
  const attempts = status.attempts + 1;
  const nextAttemptAt = now + backoffMs(attempts, ports.clock.random(), retryAfterMs);
  return { attempts, nextAttemptAt, lastError, changedAt: now };
}

/** Restores the state before the call. Final and recorded states are kept. */
async function putBack(
  db: MoneyDb,
  batch: readonly Sendable[],
  change: (status: OperationStatus) => Partial<OperationStatus>,
): Promise<void> {
  await updateStatuses(
    db,
    batch.map(({ envelope, status }) => ({
      opId: envelope.opId,
      change: { state: 'pending', ...change(status) },
    })),
  );
}
