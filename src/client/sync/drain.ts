import { readEnrolment } from '#src/client/local/enrolment.ts';
import type { MoneyDb } from '#src/client/local/money-db.ts';
import { sendableOperations } from '#src/client/local/outbox.ts';
import { openRescued } from '#src/client/local/rescue.ts';
import { drainJournal } from './drain-journal.ts';
import { drainSingly } from './drain-singly.ts';
import type { SyncPorts } from './ports.ts';

/** When to look again, ms of the device clock; null: only when something changes. */
export type DrainResult = { nextAt: number | null };

/**
 * Sends what is due, oldest first, one sender at a time across tabs: an enrolled device by its journal, any other one by
 * one with its person's session. Never deletes, never gives up, never silent: every outcome becomes a fate. A crash
 * anywhere leaves an operation `sending`; whoever holds the lock next takes it as pending, because nobody else can be
 * sending it, and its id makes asking twice harmless.
 */
export async function drainOnce(db: MoneyDb, ports: SyncPorts): Promise<DrainResult> {
  let result: DrainResult = { nextAt: null };
  const isLeader = await ports.leader(async () => {
    const enrolment = await readEnrolment(db);
    const isEnrolled = enrolment !== null && enrolment.state !== 'asked';
    try {
      if (isEnrolled) await drainJournal(db, ports, enrolment);
      else await drainSingly(db, ports);
    } finally {
      ports.onProgress(null);
    }
    result = { nextAt: await nextAttempt(db, ports, isEnrolled) };
  });
  // Another tab sends; it may close at any moment, so this one looks again soon.
  return isLeader ? result : { nextAt: ports.clock.now() + 5_000 };
}

async function nextAttempt(db: MoneyDb, ports: SyncPorts, isEnrolled: boolean): Promise<number | null> {
  const soonest = ports.clock.now() + 1_000;
  const own = (await sendableOperations(db, ['pending'])).filter(
    ({ envelope }) => isEnrolled || ports.maySendFor(envelope.operatorId),
  );
  const rescued = isEnrolled ? await openRescued(db) : [];
  const times = [...own.map(({ fate }) => fate), ...rescued].map(({ nextAttemptAt }) =>
    Math.max(nextAttemptAt, soonest),
  );
  return times.length === 0 ? null : Math.min(...times);
}
