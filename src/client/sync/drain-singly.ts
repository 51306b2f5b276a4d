import { applyReceipt, applyRefusal, type Moment } from '#src/client/local/apply-receipt.ts';
import type { MoneyDb } from '#src/client/local/money-db.ts';
import type { OperationStatus, Operation } from '#src/client/local/operation.ts';
import { updateStatus, openOperations, type Unsent } from '#src/client/local/outbox.ts';
import type { OpId } from '#src/contract/brands.ts';
import type { Envelope } from '#src/contract/devices/envelope.ts';
import { backoffMs, isDue } from './due.ts';
import type { SendOutcome, SyncPorts } from './ports.ts';

type Ready = { envelope: Envelope; operation: Operation };

/** The way of a device that is not enrolled: one call each, with the session of the person who made it. True: something was sent. */
export async function drainSingly(db: MoneyDb, ports: SyncPorts, { operations }: Unsent): Promise<boolean> {
  if (operations.length === 0) return false;
  const due = await dueOperations(db, ports);
  for (const [done, ready] of due.entries()) {
    ports.onProgress({ done, total: due.length });
    if ((await sendOne(db, ports, ready)) === 'offline') break;
  }
  return due.length > 0;
}

async function dueOperations(db: MoneyDb, ports: SyncPorts): Promise<Ready[]> {
  const now = ports.clock.now();
  const open = await openOperations(db);
  return open.flatMap((operation) => {
    const { envelope, status } = operation;
    if (!envelope || !ports.maySendFor(envelope.operatorId)) return [];
    return status.state === 'pending' && !isDue(status, now) ? [] : [{ envelope, operation }];
  });
}

async function sendOne(
  db: MoneyDb,
  ports: SyncPorts,
  { envelope, operation }: Ready,
): Promise<'offline' | 'go-on'> {
  const { opId } = envelope;
  if (envelope.after !== undefined && !(await mayFollow(db, ports, envelope.after, opId))) return 'go-on';
  if (!(await updateStatus(db, opId, { state: 'sending' }))) return 'go-on';
  // Somebody else may have signed in meanwhile. From here to the request nothing waits.
  if (!ports.maySendFor(envelope.operatorId)) {
    await updateStatus(db, opId, waitingSignIn(ports));
    return 'go-on';
  }
  const outcome = await ports.server.send(envelope, operation.label);
  await settle(db, ports, opId, outcome, operation.status);
  if (outcome.kind === 'offline') {
    ports.onLink('offline');
    return 'offline';
  }
  if (outcome.kind !== 'signed-out') ports.onLink('online');
  return 'go-on';
}

function waitingSignIn({ clock }: SyncPorts): Partial<OperationStatus> {
  return { state: 'waiting-sign-in', lastError: 'UNAUTHORIZED', changedAt: clock.now() };
}

/** A purchase waits for its top-up; when that was refused there is no voucher, and the purchase is refused with it. */
async function mayFollow(db: MoneyDb, ports: SyncPorts, after: OpId, opId: OpId): Promise<boolean> {
  const first = await db.fates.get(after);
  if (!first || first.state === 'accepted') return true;
  if (first.state === 'refused')
    await applyRefusal(db, opId, { code: 'UNKNOWN_VOUCHER', message: first.message }, momentOf(ports));
  return false;
}

async function settle(
  db: MoneyDb,
  ports: SyncPorts,
  opId: OpId,
  outcome: SendOutcome,
  status: OperationStatus,
): Promise<void> {
  const now = ports.clock.now();
  switch (outcome.kind) {
    case 'accepted':
      await applyReceipt(db, opId, outcome.receipt, momentOf(ports));
      return;
    case 'refused':
      await applyRefusal(db, opId, outcome, momentOf(ports));
      return;
    case 'signed-out':
      // Not counted as an attempt.
      await updateStatus(db, opId, waitingSignIn(ports));
      return;
    case 'again':
    case 'offline': {
      const attempts = status.attempts + 1;
      const retryAfterMs = outcome.kind === 'again' ? outcome.retryAfterMs : undefined;
      const nextAttemptAt = now + backoffMs(attempts, ports.clock.random(), retryAfterMs);
      const change = { attempts, nextAttemptAt, lastError: outcome.reason, changedAt: now };
      await updateStatus(db, opId, { state: 'pending', ...change });
    }
  }
}

/** The answer to a single call names no time: a receipt carries its own, and the device's clock dates no balance. */
function momentOf({ clock }: SyncPorts): Moment {
  return { now: clock.now(), serverNow: null };
}
