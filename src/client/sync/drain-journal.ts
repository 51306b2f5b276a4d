import { maxSyncBatch, type SyncAnswer } from '#src/contract/sync.ts';
import { applyAnswers, type AnsweredOperation } from '#src/client/local/apply-receipt.ts';
import { changeEnrolment, readEnrolment } from '#src/client/local/enrolment.ts';
import type { Enrolment } from '#src/client/local/rows.ts';
import { noteSpoken } from '#src/client/local/held-facts.ts';
import type { MoneyDb } from '#src/client/local/money-db.ts';
import {
  isFinal,
  isRecorded,
  openStates,
  recordedStates,
  type Fate,
  type Operation,
} from '#src/client/local/operation.ts';
import {
  changeFates,
  markSending,
  operationsBySeq,
  sendableOperations,
  type Sendable,
} from '#src/client/local/outbox.ts';
import { signedEntries } from '#src/client/local/sign-envelopes.ts';
import { backoffMs } from './backoff.ts';
import { deliverRescued } from './deliver-rescued.ts';
import { isDue } from './due.ts';
import { answeredBy, hearAnswer, hearDeviceRefused, troubleOf } from './hear-answer.ts';
import type { SyncPorts } from './ports.ts';
import { callSync } from './sync-call.ts';

/** What a person decides on the server is asked for again after this time, ms. */
const askAgainMs = 10 * 60_000;
/** The server cannot read it: one of the two is older, and that takes a while to change, ms. */
const unreadableMs = 60 * 60_000;
/** So many single operations in a row that the server fails at are its trouble and not theirs. */
const failuresInARow = 3;

/**
 * Sends the journal of an enrolled device in its order, at most 100 operations a call. Everything is sent, whatever this
 * device thinks of it: the server must see the whole journal. A batch that the server fails at is halved until the
 * operation is found, which then waits alone; the others go on.
 */
export async function drainJournal(db: MoneyDb, ports: SyncPorts, enrolment: Enrolment): Promise<void> {
  let queue = await dueOperations(db, ports, enrolment);
  const run = { size: maxSyncBatch, failures: 0, isStopped: false, sent: new Set<string>() };
  while (queue.length > 0 && !run.isStopped) {
    ports.onProgress({ done: run.sent.size, total: run.sent.size + queue.length });
    const batch = queue.slice(0, run.size);
    const next = await sendBatch(db, ports, enrolment, batch);
    if (next === 'halve' && batch.length > 1) {
      run.size = Math.ceil(batch.length / 2);
      continue;
    }
    run.failures = next === 'halve' ? run.failures + 1 : 0;
    run.isStopped = next === 'stop' || run.failures >= failuresInARow;
    for (const { envelope } of batch) run.sent.add(envelope.opId);
    queue = queue.slice(batch.length);
    // What was written meanwhile, and what the server said it does not have.
    if (queue.length === 0 && !run.isStopped)
      queue = (await dueOperations(db, ports, (await readEnrolment(db)) ?? enrolment)).filter(
        ({ envelope }) => !run.sent.has(envelope.opId),
      );
  }
  if (!run.isStopped) await deliverRescued(db, ports, enrolment);
  if (run.sent.size > 0) await noteSpoken(db, { isReportOwed: true });
}

/** What is open and due, what the server decides without us, and what it says it does not have. */
async function dueOperations(db: MoneyDb, ports: SyncPorts, { missing }: Enrolment): Promise<Sendable[]> {
  const now = ports.clock.now();
  const unsettled = await sendableOperations(db, [...openStates, ...recordedStates]);
  const isWaiting = ({ fate }: Sendable): boolean => fate.state === 'pending' || isRecorded(fate);
  const due = unsettled.filter((operation) => !isWaiting(operation) || isDue(operation.fate, now));
  const asked = missing.length === 0 ? [] : (await operationsBySeq(db, missing)).flatMap(readable);
  const byId = new Map([...due, ...asked].map((operation) => [operation.fate.opId, operation]));
  return [...byId.values()].sort((a, b) => a.fate.seq - b.fate.seq);
}

function readable({ envelope, fate }: Operation): Sendable[] {
  return envelope ? [{ envelope, fate }] : [];
}

async function sendBatch(
  db: MoneyDb,
  ports: SyncPorts,
  enrolment: Enrolment,
  batch: readonly Sendable[],
): Promise<'go-on' | 'halve' | 'stop'> {
  const entries = await signedEntries(
    db,
    ports.key.sign,
    batch.map(({ envelope }) => envelope),
  );
  const unsettled = batch.filter(({ fate }) => !isFinal(fate) && !isRecorded(fate));
  await markSending(
    db,
    unsettled.map(({ envelope }) => envelope.opId),
  );
  const outcome = await callSync(db, ports, enrolment, entries);
  if (outcome.kind === 'ok') {
    await hearAnswer(db, ports, enrolment, outcome.data);
    await applyResults(db, ports, batch, outcome.data);
    return 'go-on';
  }
  const trouble = troubleOf(outcome);
  if (trouble.kind === 'offline') ports.onLink('offline');
  else ports.onLink('online');
  if (trouble.kind === 'device') {
    await hearDeviceRefused(db, ports, trouble.code);
    // Nobody tried: no attempt is counted. The server is asked again later, it may have been told otherwise.
    await putBack(db, batch, (fate) => ({
      nextAttemptAt: ports.clock.now() + askAgainMs,
      lastError: trouble.code,
      attempts: fate.attempts,
    }));
    return 'stop';
  }
  if (trouble.kind === 'batch' && batch.length > 1) {
    await putBack(db, batch, () => ({ nextAttemptAt: 0 }));
    return 'halve';
  }
  const lastError = trouble.kind === 'batch' ? trouble.code : trouble.reason;
  const retryAfterMs = trouble.kind === 'busy' ? trouble.retryAfterMs : undefined;
  await putBack(db, batch, (fate) => later(ports, fate, lastError, retryAfterMs));
  return trouble.kind === 'batch' ? 'halve' : 'stop';
}

async function applyResults(
  db: MoneyDb,
  ports: SyncPorts,
  batch: readonly Sendable[],
  answer: SyncAnswer,
): Promise<void> {
  const moment = { now: ports.clock.now(), serverNow: Date.parse(answer.serverTime) };
  const resultOf = new Map(answer.results.map((result) => [result.opId, result]));
  const answered: AnsweredOperation[] = [];
  const unanswered: { opId: string; change: Partial<Fate> }[] = [];
  for (const { envelope, fate } of batch) {
    const { opId, kind } = envelope;
    const result = resultOf.get(opId);
    const said = result ? answeredBy(result, kind) : null;
    if (said) {
      const again = isRecorded(said) ? { nextAttemptAt: moment.now + askAgainMs } : {};
      answered.push({ opId, answered: said, ...again });
      continue;
    }
    const isUnreadable = result?.state === 'unreadable';
    const lastError = isUnreadable ? 'newer-version' : (result?.refusal?.code ?? 'server');
    const waitMs = isUnreadable ? unreadableMs : undefined;
    unanswered.push({ opId, change: { state: 'pending', ...later(ports, fate, lastError, waitMs) } });
  }
  const applied = await applyAnswers(db, answered, moment);
  if (unanswered.length > 0) await changeFates(db, unanswered);
  const isBalanceNew = batch.some(
    ({ envelope }) => envelope.kind === 'acceptance' && applied.has(envelope.opId),
  );
  if (isBalanceNew) await noteSpoken(db, { isPullOwed: true });
  const resent = new Set(batch.map(({ envelope }) => envelope.seq));
  // What was just sent is not asked for a second time in this run, even when the server keeps naming it.
  const missing = answer.device.missing.filter((seq) => !resent.has(seq));
  await changeEnrolment(db, { missing });
}

function later(
  ports: SyncPorts,
  fate: Fate,
  lastError: Fate['lastError'],
  retryAfterMs: number | undefined,
): Partial<Fate> {
  const now = ports.clock.now();
  const attempts = fate.attempts + 1;
  const nextAttemptAt = now + backoffMs(attempts, ports.clock.random(), retryAfterMs);
  return { attempts, nextAttemptAt, lastError, changedAt: now };
}

/** Back to where it was before the call; what is final or recorded stays that. */
async function putBack(
  db: MoneyDb,
  batch: readonly Sendable[],
  change: (fate: Fate) => Partial<Fate>,
): Promise<void> {
  await changeFates(
    db,
    batch.map(({ envelope, fate }) => ({
      opId: envelope.opId,
      change: { state: 'pending', ...change(fate) },
    })),
  );
}
