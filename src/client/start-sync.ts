import { liveQuery } from 'dexie';
import { newId } from './commands/new-id.ts';
import { hasBadge, showUnsent } from './device/app-badge.ts';
import { readEnrolment } from './local/device/enrolment.ts';
import { noteSignIn } from './local/device/operators.ts';
import { updateSyncStatus } from './local/device/server-config.ts';
import { moneyDb } from './local/live/browser-money-db.ts';
import { askSummary } from './local/live/live-device.ts';
import { watchOutbox } from './local/live/live-queries.ts';
import { hurryOperations } from './local/outbox/outbox.ts';
import { onConnectionChange, patchConnection, readConnection } from './state/connection.ts';
import { reportDiskFault } from './state/report-disk.ts';
import { onSignInOrOut, readAuth } from './state/session.ts';
import { faultTeller, onSyncWake } from './state/sync-request.ts';
import { lockDevice } from './state/unlocked.ts';
import { watchConnectivity } from './sync/connectivity.ts';
import { driveDrain } from './sync/drain.ts';
import { createLeader } from './sync/leader.ts';
import type { DrainPorts } from './sync/ports.ts';
import { sendOperation } from './sync/send-operation.ts';

export { keepLaterFiles } from './device/keep-staff-files.ts';

/** All stalls of a market regain their link in the same second; they return spread over this time, ms. */
const reunionSpreadMs = 3_000;

/** Without a link a sale is decided here, which takes less: sending in vain would share its database, ms. */
const withoutLinkMs = 1_000;

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
  const driver = driveDrain(moneyDb, ports, onStorageFailure);
  let later: ReturnType<typeof setTimeout> | undefined;
  const wake = (): void => {
    if (readConnection().link !== 'offline') return driver.wake();
    clearTimeout(later);
    later = setTimeout(driver.wake, withoutLinkMs);
  };
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
  const stopWake = onSyncWake(wake);
  // Only the number of open operations is needed; a new one in any tab changes it.
  const subscription = liveQuery(() =>
    moneyDb.statuses.where('state').equals('pending').primaryKeys(),
  ).subscribe({
    next: wake,
    error: onStorageFailure,
  });
  const stopBadge = hasBadge()
    ? watchOutbox(askSummary, '', {
        next: ({ openCount }) => showUnsent(openCount),
        error: onStorageFailure,
      })
    : () => undefined;
  document.addEventListener('visibilitychange', driver.wake);
  void connectivity.check();
  completeCopy().catch(onStorageFailure);
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
      clearTimeout(later);
      driver.stop();
    },
  };
}

/** The part of an enrolled device, which a phone that only pays does not store. */
const loadDevice = () => import('./device-sync.ts');

async function completeCopy(): Promise<void> {
  if (await readEnrolment(moneyDb)) await (await loadDevice()).completeOwnCopy();
}

/** This tab's sync with the browser's ports. */
function browserSyncPorts(): DrainPorts {
  return {
    server: { send: sendOperation },
    loadJournal: async () => (await loadDevice()).journalWork,
    leader: createLeader(moneyDb, newId(), () => Date.now()),
    clock: {
      now: () => Date.now(),
      steady: () => ({ since: performance.timeOrigin, ms: performance.now() }),
      random: () => Math.random(),
    },
    hasNetwork: () => navigator.onLine,
    maySendFor: (operatorId) => operatorId === '' || operatorId === readAuth().user?.id,
    onProgress: (sending) => patchConnection({ sending }),
    onLink: (link) => patchConnection({ link }),
  };
}
