import type { Envelope } from '#src/contract/envelope.ts';
import type { Fate, Operation } from '#src/client/local/operation.ts';
import { backoffMs } from './backoff.ts';
import type { DrainPorts, SendOutcome } from './ports.ts';

/** When to look again, ms of the device clock; null: only when something changes. */
export type DrainResult = { nextAt: number | null };

type Ready = { envelope: Envelope; operation: Operation };

/**
 * Sends what is due, oldest first, one sender at a time across tabs. Never deletes, never gives up, never silent: every
 * outcome becomes a fate. A crash anywhere leaves an operation `sending`; whoever holds the lock next takes it as
 * pending, because nobody else can be sending it, and its id makes asking twice harmless.
 */
export async function drainOnce(ports: DrainPorts): Promise<DrainResult> {
  let result: DrainResult = { nextAt: null };
  const isLeader = await ports.leader(async () => {
    result = await drainAsLeader(ports);
  });
  // Another tab sends; it may close at any moment, so this one looks again soon.
  return isLeader ? result : { nextAt: ports.clock.now() + 5_000 };
}

async function drainAsLeader(ports: DrainPorts): Promise<DrainResult> {
  const due = await dueOperations(ports);
  try {
    for (const [done, ready] of due.entries()) {
      ports.onProgress({ done, total: due.length });
      if ((await sendOne(ports, ready)) === 'offline') break;
    }
  } finally {
    ports.onProgress(null);
  }
  return { nextAt: await nextAttempt(ports) };
}

async function dueOperations(ports: DrainPorts): Promise<Ready[]> {
  const now = ports.clock.now();
  const open = await ports.outbox.open();
  return open.flatMap((operation) => {
    const { envelope, fate } = operation;
    if (!envelope || !ports.maySendFor(envelope.operatorId)) return [];
    // A clock that was set back must not hold money for years: no wait is longer than the longest backoff.
    const isWaiting = fate.nextAttemptAt > now && fate.nextAttemptAt - now <= longestWaitMs;
    return fate.state === 'pending' && isWaiting ? [] : [{ envelope, operation }];
  });
}

/** Retry-After is cut at an hour (api/send-request). */
const longestWaitMs = 3_600_000;

async function sendOne(ports: DrainPorts, { envelope, operation }: Ready): Promise<'offline' | 'go-on'> {
  const { opId } = envelope;
  if (envelope.after !== undefined && !(await mayFollow(ports, envelope.after, opId))) return 'go-on';
  if (!(await ports.outbox.change(opId, { state: 'sending' }))) return 'go-on';
  const outcome = await ports.send(envelope, operation.label);
  await settle(ports, opId, outcome, operation.fate);
  if (outcome.kind === 'offline') {
    ports.onLink('offline');
    return 'offline';
  }
  if (outcome.kind !== 'signed-out') ports.onLink('online');
  return 'go-on';
}

/** A purchase waits for its top-up; when that was refused there is no voucher, and the purchase is refused with it. */
async function mayFollow(ports: DrainPorts, after: string, opId: string): Promise<boolean> {
  const first = await ports.outbox.fateOf(after);
  if (!first || first.state === 'accepted') return true;
  if (first.state === 'refused')
    await ports.outbox.applyRefusal(
      opId,
      { code: 'UNKNOWN_VOUCHER', message: first.message },
      ports.clock.now(),
    );
  return false;
}

async function settle(ports: DrainPorts, opId: string, outcome: SendOutcome, fate: Fate): Promise<void> {
  const now = ports.clock.now();
  const { outbox } = ports;
  switch (outcome.kind) {
    case 'accepted':
      await outbox.applyReceipt(opId, outcome.receipt, now);
      return;
    case 'refused':
      await outbox.applyRefusal(opId, outcome, now);
      return;
    case 'signed-out':
      // No attempt is counted: nobody tried.
      await outbox.change(opId, { state: 'waiting-sign-in', lastError: 'UNAUTHORIZED', changedAt: now });
      return;
    case 'again':
    case 'offline': {
      const attempts = fate.attempts + 1;
      const retryAfterMs = outcome.kind === 'again' ? outcome.retryAfterMs : undefined;
      const nextAttemptAt = now + backoffMs(attempts, ports.clock.random(), retryAfterMs);
      const change = { attempts, nextAttemptAt, lastError: outcome.reason, changedAt: now };
      await outbox.change(opId, { state: 'pending', ...change });
    }
  }
}

async function nextAttempt(ports: DrainPorts): Promise<number | null> {
  const open = await ports.outbox.open();
  const times = open
    .filter(
      ({ envelope, fate }) => envelope && fate.state === 'pending' && ports.maySendFor(envelope.operatorId),
    )
    .map(({ fate }) => Math.max(fate.nextAttemptAt, ports.clock.now() + 1_000));
  return times.length === 0 ? null : Math.min(...times);
}
