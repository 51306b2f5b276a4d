import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { isRecorded } from '#src/client/local/db/operation.ts';
import type { Enrolment } from '#src/client/local/db/rows.ts';
import { readUnsent, type Sendable, type Unsent } from '#src/client/local/outbox/outbox.ts';
import { goesOut, isLeftToPerson } from '#src/client/local/outbox/unaccepted.ts';
import { drainSingly } from './drain-singly.ts';
import type { DrainPorts } from './ports.ts';

/** `nextAt`: time of the next look, ms of the device clock; null to wait for a change. */
type DrainResult = { nextAt: number | null; isEnrolled: boolean };

/**
 * Sends due operations, oldest first, with one sender at a time across tabs: an enrolled device by its
 * journal, any other one by one with its person's session. It never deletes and never gives up, and every
 * outcome becomes a status. A crash anywhere leaves an operation `sending`. The next holder of the lock
 * treats it as pending, because no other sender exists, and its id makes repeating harmless.
 */
export async function drainOnce(db: MoneyDb, ports: DrainPorts): Promise<DrainResult> {
  let result: DrainResult = { nextAt: null, isEnrolled: false };
  const isLeader = await ports.leader(async () => {
    const found = await readUnsent(db);
    let isChanged = false;
    try {
      isChanged = isOfJournal(found)
        ? await (await ports.loadJournal()).drainJournal(db, ports, found)
        : await drainSingly(db, ports, found);
    } finally {
      ports.onProgress(null);
    }
    const left = isChanged ? await readUnsent(db) : found;
    result = { nextAt: nextAttempt(left, ports), isEnrolled: isOfJournal(left) };
  });
  if (isLeader) return result;
  const found = await readUnsent(db);
  const isEnrolled = isOfJournal(found);
  const hasOwn = !isEnrolled && nextAttempt(found, ports) !== null;
  return { nextAt: ports.clock.now() + (hasOwn ? ownAgainMs : othersAgainMs), isEnrolled };
}

/** Another tab holds the lock. It may close at any moment, so this one looks again soon. */
const othersAgainMs = 5_000;
/**
 * The lock may be held by another person's tab, which finds that it may not send this operation and releases
 * the lock at once: a sale does not wait five seconds for that.
 */
const ownAgainMs = 300;

/** An enrolled device, revoked or not, sends by its journal. */
function isOfJournal(found: Unsent): found is Unsent & { enrolment: Enrolment } {
  return found.enrolment !== null && found.enrolment.state !== 'asked';
}

function nextAttempt(found: Unsent, ports: DrainPorts): number | null {
  const { operations, rescued } = found;
  const isEnrolled = isOfJournal(found);
  const soonest = ports.clock.now() + 1_000;
  const isOurs = ({ envelope, status }: Sendable): boolean =>
    isEnrolled
      ? (status.state === 'pending' || isRecorded(status)) &&
        !isLeftToPerson({ envelope, status }, found.enrolment, ports.clock.now())
      : status.state === 'pending' &&
        ports.maySendFor(envelope.operatorId) &&
        goesOut({ envelope, status }, ports.clock.now());
  const own = operations.filter(isOurs).map(({ status }) => status);
  const times = [...own, ...(isEnrolled ? rescued : [])].map(({ nextAttemptAt }) =>
    Math.max(nextAttemptAt, soonest),
  );
  return times.length === 0 ? null : Math.min(...times);
}

/** Runs the drain whenever something may have changed, one run at a time in this tab. */
export type DrainDriver = { wake(): void; stop(): void };

/** Longest interval between looks: a frozen tab's timer may be late but is never lost. */
const idleMs = 20_000;

export function driveDrain(db: MoneyDb, ports: DrainPorts, onFailure: (error: unknown) => void): DrainDriver {
  const tab = { isRunning: false, isWanted: false, isStopped: false, isKeepingCurrent: false };
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    tab.isRunning = true;
    let nextAt: number | null = null;
    let isEnrolled = true;
    try {
      do {
        tab.isWanted = false;
        ({ nextAt, isEnrolled } = await drainOnce(db, ports));
      } while (tab.isWanted && !tab.isStopped);
    } catch (error) {
      // The local database failed: stored data stays, and the next run finds it.
      onFailure(error);
      nextAt = ports.clock.now() + 5_000;
    }
    tab.isRunning = false;
    if (tab.isStopped) return;
    if (isEnrolled) void stayCurrent();
    const wait = nextAt === null ? idleMs : Math.min(Math.max(nextAt - ports.clock.now(), 250), idleMs);
    timer = setTimeout(wake, wait);
  }

  /** Parallel to the drain: a sale never waits for a report or a list. */
  async function stayCurrent(): Promise<void> {
    if (tab.isKeepingCurrent) return;
    tab.isKeepingCurrent = true;
    try {
      await (await ports.loadJournal()).keepCurrent(db, ports);
    } catch (error) {
      onFailure(error);
    }
    tab.isKeepingCurrent = false;
  }

  function wake(): void {
    if (tab.isStopped) return;
    tab.isWanted = true;
    clearTimeout(timer);
    if (!tab.isRunning) void run();
  }

  return {
    wake,
    stop: () => {
      tab.isStopped = true;
      clearTimeout(timer);
    },
  };
}
