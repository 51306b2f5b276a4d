import { liveQuery } from 'dexie';
import { hasBadge, showUnsent } from '#src/client/device/app-badge.ts';
import { noteSignIn } from '#src/client/local/device/operators.ts';
import { updateSyncStatus } from '#src/client/local/device/server-config.ts';
import { moneyDb, secondCopy } from '#src/client/local/live/browser-money-db.ts';
import { watchOutbox } from '#src/client/local/live/live-queries.ts';
import { cacheDb } from '#src/client/local/offline/cache-db.ts';
import { hurryOperations } from '#src/client/local/outbox/outbox.ts';
import { completeCopy } from '#src/client/local/second/copy-operations.ts';
import { onConnectionChange, patchConnection, readConnection } from '#src/client/state/connection.ts';
import { reportDiskFault } from '#src/client/state/report-disk.ts';
import { onSignInOrOut } from '#src/client/state/session.ts';
import { faultTeller, onSyncWake } from '#src/client/state/sync-request.ts';
import { lockDevice } from '#src/client/state/unlocked.ts';
import { watchConnectivity } from '#src/client/sync/connectivity.ts';
import { driveDrain } from '#src/client/sync/drain.ts';
import { browserSyncPorts } from './browser-sync-ports.ts';

export { keepLaterFiles } from './device/keep-staff-files.ts';

/** All stalls of a market regain their link in the same second; they return spread over this time, ms. */
const reunionSpreadMs = 3_000;

/** The running sync, for the rest of the composition root. */
export type Sync = { wake(): void; stop(): void };

/**
 * Wires the drain's triggers: start, changes of the outbox in any tab, a returned link, a shown page, a
 * sign-in, and its own timer.
 */
export function startSync(): Sync {
  const onStorageFailure = (error: unknown): void => {
    faultTeller.note?.('storage', error);
    reportDiskFault(error);
  };
  const ports = browserSyncPorts();
  const driver = driveDrain(moneyDb, cacheDb, ports, onStorageFailure);
  const askForContact = (): Promise<void> =>
    updateSyncStatus(moneyDb, { isReportOwed: true, isPullOwed: true });
  const connectivity = watchConnectivity((link) => patchConnection({ link }));
  // Noticed by a probe of the server or by the drain itself: waiting operations become due.
  let known = readConnection().link;
  const stopLink = onConnectionChange(() => {
    const [before, now] = [known, readConnection().link];
    known = now;
    if (now !== 'online' || before === 'online') return;
    askForContact()
      .then(() => hurryOperations(moneyDb, Date.now(), reunionSpreadMs, Math.random))
      .then(driver.wake, onStorageFailure);
  });
  const stopSession = onSignInOrOut((user) => {
    if (!user) return driver.wake();
    lockDevice();
    noteSignIn(moneyDb, user.id).then(driver.wake, onStorageFailure);
  });
  const stopWake = onSyncWake(driver.wake);
  // Only the number of open operations is needed; a new one in any tab changes it.
  const subscription = liveQuery(() =>
    moneyDb.statuses.where('state').equals('pending').primaryKeys(),
  ).subscribe({
    next: driver.wake,
    error: onStorageFailure,
  });
  const stopBadge = hasBadge()
    ? watchOutbox(
        (queries) => queries.summary(),
        true,
        ({ openCount }) => showUnsent(openCount),
        onStorageFailure,
      )
    : () => undefined;
  document.addEventListener('visibilitychange', driver.wake);
  void connectivity.check();
  completeCopy(moneyDb, secondCopy, ports.sign).catch(onStorageFailure);
  askForContact().then(driver.wake, onStorageFailure);
  return {
    wake: driver.wake,
    stop: () => {
      subscription.unsubscribe();
      stopBadge();
      stopSession();
      stopWake();
      connectivity.stop();
      stopLink();
      document.removeEventListener('visibilitychange', driver.wake);
      driver.stop();
    },
  };
}
