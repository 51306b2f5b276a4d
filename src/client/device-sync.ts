import { maxSyncBatch } from '#src/contract/sync/schemas.ts';
import { callSync, readBalanceList, readKeySet } from './api/sync.ts';
import { signText } from './device/crypto.ts';
import { storageHealth } from './device/storage-health.ts';
import type { Enrolment } from './local/db/rows.ts';
import { readEnrolment } from './local/device/enrolment.ts';
import { moneyDb } from './local/live/browser-money-db.ts';
import { secondCopy } from './local/live/browser-second-copy.ts';
import { cacheDb, forgetCustomers } from './local/offline/cache-db.ts';
import { completeCopy } from './local/second/copy-operations.ts';
import { faultTeller } from './state/sync-request.ts';
import { drainJournal } from './sync/drain-journal.ts';
import { keepCurrent } from './sync/keep-current.ts';
import type { DrainPorts, JournalWork, SyncPorts } from './sync/ports.ts';

/** The sync of an enrolled device. A phone that only pays stores none of its files. */
export const journalWork: JournalWork = {
  drainJournal: (db, ports, found) => drainJournal(db, ofDevice(ports), found),
  keepCurrent: (db, ports) => keepCurrent(db, cacheDb, ofDevice(ports)),
};

export const completeOwnCopy = (): Promise<void> => completeCopy(moneyDb, secondCopy, sign);

function ofDevice(ports: DrainPorts): SyncPorts {
  return {
    ...ports,
    server: {
      ...ports.server,
      sync: (request) => faultTeller.tell?.(request, callSync) ?? callSync(request),
      readKeys: readKeySet,
      readBalances: readBalanceList,
    },
    sign,
    secondCopy,
    batchSize: maxSyncBatch,
    health: storageHealth,
    forgetCaches: () => forgetCustomers(cacheDb),
  };
}

let reading: Promise<Enrolment | null> | null = null;

async function sign(text: string): Promise<string> {
  // A hundred simultaneous signatures read the key once.
  reading ??= readEnrolment(moneyDb).finally(() => {
    reading = null;
  });
  const enrolment = await reading;
  if (!enrolment) throw new Error('only an enrolled device signs');
  return signText(enrolment.keys.privateKey, text);
}
