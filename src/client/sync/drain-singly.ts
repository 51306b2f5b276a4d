import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { OperationStatus, Operation } from '#src/client/local/db/operation.ts';
import { applyAnswers, type Answered, type Moment } from '#src/client/local/outbox/apply-receipt.ts';
import {
  updateStatuses,
  updateStatus,
  openOperations,
  type Unsent,
} from '#src/client/local/outbox/outbox.ts';
import {
  forgetTakingBack,
  isTakingBack,
  settleWithdrawal,
  targetOf,
} from '#src/client/local/outbox/settle-withdrawal.ts';
import { beginSending, goesOut, isBeingSent, mustAsk } from '#src/client/local/outbox/unaccepted.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { backoffMs, isDue } from './due.ts';
import type { SendAnswer, DrainPorts } from './ports.ts';

type Ready = { envelope: Envelope; operation: Operation };

/**
 * Sends the operations of a device that is not enrolled: one call each, with the session of its person.
 * Returns whether anything was sent.
 */
export async function drainSingly(db: MoneyDb, ports: DrainPorts, { operations }: Unsent): Promise<boolean> {
  if (operations.length === 0) return false;
  const due = await dueOperations(db, ports);
  for (const [done, ready] of due.entries()) {
    ports.onProgress({ done, total: due.length });
    if ((await sendOne(db, ports, ready)) === 'offline') break;
  }
  return due.length > 0;
}

async function dueOperations(db: MoneyDb, ports: DrainPorts): Promise<Ready[]> {
  const now = ports.clock.now();
  const open = await openOperations(db);
  const own = open.flatMap((operation) => {
    const { envelope } = operation;
    return envelope && ports.maySendFor(envelope.operatorId) ? [{ envelope, operation }] : [];
  });
  await letPersonSend(
    db,
    own.map(({ operation }) => operation),
    now,
  );
  return own.filter(
    ({ envelope, operation: { status } }) =>
      goesOut({ envelope, status }, now) && (status.state !== 'pending' || isDue(status, now)),
  );
}

/**
 * Operations that waited for their person to sign in, or were left by a page that died, and are now too old
 * to be sent without confirmation: the person can send or withdraw them.
 */
async function letPersonSend(db: MoneyDb, own: readonly Operation[], now: number): Promise<void> {
  const left = own.filter(
    (operation) =>
      operation.status.state !== 'pending' && !isBeingSent(operation.status, now) && mustAsk(operation, now),
  );
  if (left.length === 0) return;
  await updateStatuses(
    db,
    left.map(({ status: { opId } }) => ({ opId, change: { state: 'pending', changedAt: now } })),
  );
}

async function sendOne(
  db: MoneyDb,
  ports: DrainPorts,
  { envelope, operation }: Ready,
): Promise<'offline' | 'go-on'> {
  const { opId, after } = envelope;
  // A top-up that is withdrawn is not sent, so nothing waits for it.
  const waits = after !== undefined && !isTakingBack(envelope);
  if (waits && !(await mayFollow(db, ports, after, opId))) return 'go-on';
  if (!(await beginSending(db, opId, ports.clock.now()))) return 'go-on';
  // Another person may have signed in meanwhile. From here to the request nothing is awaited.
  if (!ports.maySendFor(envelope.operatorId)) {
    await updateStatus(db, opId, waitingSignIn(ports, operation.status));
    return 'go-on';
  }
  const hadNetwork = ports.hasNetwork();
  const outcome = await ports.server.send(envelope, operation.label);
  const couldLeave = hadNetwork || ports.hasNetwork();
  await settle(db, ports, { envelope, status: operation.status, couldLeave }, outcome);
  if (outcome.kind === 'offline') {
    ports.onLink('offline');
    return 'offline';
  }
  if (outcome.kind !== 'signed-out') ports.onLink('online');
  return 'go-on';
}

/** No call was accepted, so whether an earlier one arrived is unchanged. */
function waitingSignIn({ clock }: DrainPorts, { mayHaveArrived }: OperationStatus): Partial<OperationStatus> {
  return { state: 'waiting-sign-in', lastError: 'UNAUTHORIZED', changedAt: clock.now(), mayHaveArrived };
}

/**
 * A purchase waits for its top-up. If that was refused there is no voucher, and the purchase is refused too.
 */
async function mayFollow(db: MoneyDb, ports: DrainPorts, after: OpId, opId: OpId): Promise<boolean> {
  const first = await db.statuses.get(after);
  if (!first || first.state === 'accepted') return true;
  const refusal: Answered['refusal'] = { code: 'UNKNOWN_VOUCHER', message: first.message };
  const answered = { state: 'refused' as const, refusal };
  if (first.state === 'refused') await applyAnswers(db, [{ opId, answered }], momentOf(ports));
  return false;
}

/** `status`: before the call. `couldLeave` is false when the device had no network. */
type Sent = { envelope: Envelope; status: OperationStatus; couldLeave: boolean };

async function settle(
  db: MoneyDb,
  ports: DrainPorts,
  { envelope, status, couldLeave }: Sent,
  outcome: SendAnswer,
): Promise<void> {
  const now = ports.clock.now();
  const { opId } = envelope;
  const apply = (answered: Answered) => applyAnswers(db, [{ opId, answered }], momentOf(ports));
  switch (outcome.kind) {
    case 'withdrawn':
    case 'stands': {
      if (!isTakingBack(envelope)) throw new Error(`${envelope.kind} was answered as a withdrawal`);
      const stands = outcome.kind === 'stands' ? outcome.receipt : null;
      await settleWithdrawal(db, envelope, stands, momentOf(ports));
      return;
    }
    case 'accepted':
      await apply({ state: 'accepted', receipt: outcome.receipt });
      return;
    case 'refused':
      // A withdrawal that is rejected leaves its operation unchanged.
      if (isTakingBack(envelope)) await forgetTakingBack(db, targetOf(envelope));
      await apply({ state: 'refused', refusal: outcome });
      return;
    case 'signed-out':
      // Not counted as an attempt.
      await updateStatus(db, opId, waitingSignIn(ports, status));
      return;
    case 'again':
    case 'offline': {
      const attempts = status.attempts + 1;
      const retryAfterMs = outcome.kind === 'again' ? outcome.retryAfterMs : undefined;
      const nextAttemptAt = now + backoffMs(attempts, ports.clock.random(), retryAfterMs);
      const neverLeft = outcome.reason === 'network' && !couldLeave;
      const change = {
        attempts,
        nextAttemptAt,
        lastError: outcome.reason,
        changedAt: now,
        mayHaveArrived: !neverLeft || status.mayHaveArrived,
      };
      await updateStatus(db, opId, { state: 'pending', ...change });
    }
  }
}

/**
 * The answer to a single call has no time: a receipt carries its own, and the device's clock never dates a
 * balance.
 */
function momentOf({ clock }: DrainPorts): Moment {
  return { now: clock.now(), serverNow: null };
}
