import { callSync, readBalanceList, readKeySet } from '#src/client/api/sync.ts';
import { newId } from '#src/client/commands/new-id.ts';
import { signText } from '#src/client/device/crypto.ts';
import { storageHealth } from '#src/client/device/storage-health.ts';
import type { Enrolment } from '#src/client/local/db/rows.ts';
import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import { moneyDb, secondCopy } from '#src/client/local/live/browser-money-db.ts';
import { cacheDb, forgetCustomers } from '#src/client/local/offline/cache-db.ts';
import { patchConnection } from '#src/client/state/connection.ts';
import { readAuth } from '#src/client/state/session.ts';
import { faultTeller } from '#src/client/state/sync-request.ts';
import { createLeader } from '#src/client/sync/leader.ts';
import type { SyncPorts } from '#src/client/sync/ports.ts';
import { sendOperation } from '#src/client/sync/send-operation.ts';
import { maxSyncBatch } from '#src/contract/sync/schemas.ts';

/** This tab's sync with the browser's ports. */
export function browserSyncPorts(): SyncPorts {
  let reading: Promise<Enrolment | null> | null = null;
  /** A hundred simultaneous signatures read the key once. */
  const heldEnrolment = (): Promise<Enrolment | null> => {
    reading ??= readEnrolment(moneyDb).finally(() => {
      reading = null;
    });
    return reading;
  };
  return {
    server: {
      send: sendOperation,
      sync: (request) => faultTeller.tell?.(request, callSync) ?? callSync(request),
      readKeys: readKeySet,
      readBalances: readBalanceList,
    },
    sign: async (text) => {
      const enrolment = await heldEnrolment();
      if (!enrolment) throw new Error('only an enrolled device signs');
      return signText(enrolment.keys.privateKey, text);
    },
    secondCopy,
    leader: createLeader(moneyDb, newId(), () => Date.now()),
    clock: {
      now: () => Date.now(),
      steady: () => ({ since: performance.timeOrigin, ms: performance.now() }),
      random: () => Math.random(),
    },
    hasNetwork: () => navigator.onLine,
    maySendFor: (operatorId) => operatorId === '' || operatorId === readAuth().user?.id,
    batchSize: maxSyncBatch,
    health: storageHealth,
    forgetCaches: () => forgetCustomers(cacheDb),
    onProgress: (sending) => patchConnection({ sending }),
    onLink: (link) => patchConnection({ link }),
  };
}
