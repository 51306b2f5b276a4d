import type { MoneyDb } from '#src/client/local/money-db.ts';
import { isRecorded } from '#src/client/local/operation.ts';
import { readUnsent, type Sendable, type Unsent } from '#src/client/local/outbox.ts';
import type { Enrolment } from '#src/client/local/rows.ts';
import { drainJournal } from './drain-journal.ts';
import { drainSingly } from './drain-singly.ts';
import type { SyncPorts } from './ports.ts';

/** When to look again, ms of the device clock; null: only when something changes. */
export type DrainResult = { nextAt: number | null };

/**
 * Sends what is due, oldest first, one sender at a time across tabs: an enrolled device by its journal, any other one by
 * one with its person's session. Never deletes, never gives up, never silent: every outcome becomes a status. A crash
 * anywhere leaves an operation `sending`; whoever holds the lock next takes it as pending, because nobody else can be
 * sending it, and its id makes asking twice harmless.
 */
export async function drainOnce(db: MoneyDb, ports: SyncPorts): Promise<DrainResult> {
  let result: DrainResult = { nextAt: null };
  const isLeader = await ports.leader(async () => {
    const found = await readUnsent(db);
    let isChanged = false;
    try {
      isChanged = await (isOfJournal(found) ? drainJournal(db, ports, found) : drainSingly(db, ports, found));
    } finally {
      ports.onProgress(null);
    }
    result = { nextAt: nextAttempt(isChanged ? await readUnsent(db) : found, ports) };
  });
  // Another tab sends; it may close at any moment, so this one looks again soon.
  return isLeader ? result : { nextAt: ports.clock.now() + 5_000 };
}

/** An enrolled device, revoked or not: it sends by its journal. */
function isOfJournal(found: Unsent): found is Unsent & { enrolment: Enrolment } {
  return found.enrolment !== null && found.enrolment.state !== 'asked';
}

function nextAttempt(found: Unsent, ports: SyncPorts): number | null {
  const { operations, rescued } = found;
  const isEnrolled = isOfJournal(found);
  const soonest = ports.clock.now() + 1_000;
  const isOurs = ({ envelope, status }: Sendable): boolean =>
    isEnrolled
      ? status.state === 'pending' || isRecorded(status)
      : status.state === 'pending' && ports.maySendFor(envelope.operatorId);
  const own = operations.filter(isOurs).map(({ status }) => status);
  const times = [...own, ...(isEnrolled ? rescued : [])].map(({ nextAttemptAt }) =>
    Math.max(nextAttemptAt, soonest),
  );
  return times.length === 0 ? null : Math.min(...times);
}
