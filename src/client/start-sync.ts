import { liveQuery } from 'dexie';
import { newOpId } from './commands/new-op-id.ts';
import { applyReceipt, applyRefusal } from './local/apply-receipt.ts';
import { moneyDb } from './local/money-db.ts';
import { changeFate, hurryOperations, openOperations } from './local/outbox.ts';
import { patchConnection, readConnection } from './state/connection.ts';
import { onSessionChange, readAuth } from './state/session.ts';
import { watchConnectivity } from './sync/connectivity.ts';
import { driveDrain } from './sync/drive-drain.ts';
import { createLeader } from './sync/leader.ts';
import type { DrainPorts } from './sync/ports.ts';
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
  const ports: DrainPorts = {
    outbox: {
      open: () => openOperations(moneyDb),
      change: (opId, change) => changeFate(moneyDb, opId, change),
      fateOf: async (opId) => (await moneyDb.fates.get(opId)) ?? null,
      applyReceipt: (opId, receipt, now) => applyReceipt(moneyDb, opId, receipt, now),
      applyRefusal: (opId, refusal, now) => applyRefusal(moneyDb, opId, refusal, now),
    },
    send: sendOperation,
    leader: createLeader(moneyDb, newOpId(), () => Date.now()),
    clock: { now: () => Date.now(), random: () => Math.random() },
    maySendFor: (operatorId) => operatorId === '' || operatorId === readAuth().user?.id,
    onProgress: (sending) => patchConnection({ sending }),
    onLink: (link) => patchConnection({ link }),
  };
  const driver = driveDrain(ports, onStorageFailure);
  const connectivity = watchConnectivity((link) => {
    const wasOnline = readConnection().link === 'online';
    patchConnection({ link });
    if (link !== 'online' || wasOnline) return;
    hurryOperations(moneyDb, Date.now(), reunionSpreadMs, Math.random).then(driver.wake, onStorageFailure);
  });
  const stopSession = onSessionChange(driver.wake);
  // The number of open operations is all it needs to know; a new one anywhere changes it.
  const subscription = liveQuery(() =>
    moneyDb.fates.where('state').equals('pending').primaryKeys(),
  ).subscribe({
    next: driver.wake,
    error: onStorageFailure,
  });
  document.addEventListener('visibilitychange', driver.wake);
  void connectivity.check();
  driver.wake();
  return {
    wake: driver.wake,
    stop: () => {
      subscription.unsubscribe();
      stopSession();
      connectivity.stop();
      document.removeEventListener('visibilitychange', driver.wake);
      driver.stop();
    },
  };
}
