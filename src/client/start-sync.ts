import { liveQuery } from 'dexie';
import { maxSyncBatch } from '#src/contract/sync.ts';
import { callSync, readBalanceList, readKeySet } from './api/sync.ts';
import { newOpId } from './commands/new-op-id.ts';
import { signText } from './device/p256.ts';
import { storageHealth } from './device/storage-health.ts';
import { cacheDb } from './local/cache-db.ts';
import { forgetCustomers } from './local/customer-directory.ts';
import { readEnrolment } from './local/enrolment.ts';
import { noteSpoken } from './local/held-facts.ts';
import { moneyDb } from './local/money-db.ts';
import type { Enrolment } from './local/rows.ts';
import { forgiveAttempts } from './local/operators.ts';
import { hurryOperations } from './local/outbox.ts';
import { patchConnection, readConnection } from './state/connection.ts';
import { onSessionChange, readAuth } from './state/session.ts';
import { onSyncWake } from './state/sync-request.ts';
import { lockDevice } from './state/unlocked.ts';
import { watchConnectivity } from './sync/connectivity.ts';
import { driveDrain } from './sync/drive-drain.ts';
import { createLeader } from './sync/leader.ts';
import type { SyncPorts } from './sync/ports.ts';
import { sendOperation } from './sync/send-operation.ts';

/** All stalls of a market get their link back in the same second; they come back within this time, ms. */
const reunionSpreadMs = 3_000;

/** What the rest of the composition root may do with the running sync. */
export type Sync = { wake(): void; stop(): void };

/**
 * Wires the drain: wakes it at start, when the outbox changes in any tab, when the link comes back, when the page is
 * shown, when somebody signs in, and by its own timer.
 */
export function startSync(onStorageFailure: (error: unknown) => void): Sync {
  const driver = driveDrain(moneyDb, cacheDb, browserPorts(), onStorageFailure);
  const speakNow = (): Promise<void> => noteSpoken(moneyDb, { isReportOwed: true, isPullOwed: true });
  const connectivity = watchConnectivity((link) => {
    const wasOnline = readConnection().link === 'online';
    patchConnection({ link });
    if (link !== 'online' || wasOnline) return;
    speakNow()
      .then(() => hurryOperations(moneyDb, Date.now(), reunionSpreadMs, Math.random))
      .then(driver.wake, onStorageFailure);
  });
  const stopSession = onSessionChange(() => {
    const { user } = readAuth();
    // Whoever signed in online has shown that the PIN's owner is there: wrong attempts are forgiven.
    if (user) {
      lockDevice();
      forgiveAttempts(moneyDb, user.id).catch(onStorageFailure);
    }
    driver.wake();
  });
  const stopWake = onSyncWake(driver.wake);
  // The number of open operations is all it needs to know; a new one anywhere changes it.
  const subscription = liveQuery(() =>
    moneyDb.fates.where('state').equals('pending').primaryKeys(),
  ).subscribe({
    next: driver.wake,
    error: onStorageFailure,
  });
  document.addEventListener('visibilitychange', driver.wake);
  void connectivity.check();
  speakNow().then(driver.wake, onStorageFailure);
  return {
    wake: driver.wake,
    stop: () => {
      subscription.unsubscribe();
      stopSession();
      stopWake();
      connectivity.stop();
      document.removeEventListener('visibilitychange', driver.wake);
      driver.stop();
    },
  };
}

function browserPorts(): SyncPorts {
  let reading: Promise<Enrolment | null> | null = null;
  /** A hundred signatures asked for at once read the key once. */
  const heldEnrolment = (): Promise<Enrolment | null> => {
    reading ??= readEnrolment(moneyDb).finally(() => {
      reading = null;
    });
    return reading;
  };
  return {
    server: { send: sendOperation, sync: callSync, readKeys: readKeySet, readBalances: readBalanceList },
    key: {
      sign: async (text) => {
        const enrolment = await heldEnrolment();
        if (!enrolment) throw new Error('only an enrolled device signs');
        return signText(enrolment.keys.privateKey, text);
      },
    },
    leader: createLeader(moneyDb, newOpId(), () => Date.now()),
    clock: { now: () => Date.now(), random: () => Math.random() },
    maySendFor: (operatorId) => operatorId === '' || operatorId === readAuth().user?.id,
    batchSize: maxSyncBatch,
    health: storageHealth,
    forgetCaches: () => forgetCustomers(cacheDb),
    onProgress: (sending) => patchConnection({ sending }),
    onLink: (link) => patchConnection({ link }),
  };
}
