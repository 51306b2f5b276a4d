import type { CallAnswer } from '#src/client/api/call-answer.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { Enrolment } from '#src/client/local/db/rows.ts';
import { timeCall, type RoundTrip } from '#src/client/local/device/device-clock.ts';
import { readEpoch, readSyncStatus } from '#src/client/local/device/server-config.ts';
import { readWritten } from '#src/client/local/outbox/outbox.ts';
import { heldReceipts, newestSealed } from '#src/client/local/outbox/sealed-receipts.ts';
import { readJournal } from '#src/client/local/outbox/write-operation.ts';
import type { ReadSyncAnswer, SyncEntry, SyncRequest } from '#src/contract/sync/schemas.ts';
import { requestText } from '#src/protocol/signed-texts.ts';
import type { SyncPorts } from './ports.ts';

type CallPorts = Pick<SyncPorts, 'server' | 'sign' | 'clock' | 'health'>;

/** Makes one signed and timed call of the device. With empty `entries` it is only a report. */
export async function callSync(
  db: MoneyDb,
  ports: CallPorts,
  enrolment: Enrolment,
  entries: SyncEntry[],
): Promise<{ value: CallAnswer<ReadSyncAnswer>; trip: RoundTrip }> {
  const request = await syncRequest(db, ports, enrolment, entries);
  return timeCall(ports.clock, () => ports.server.sync(request));
}

/** Returns the device's signed request. */
export async function syncRequest(
  db: MoneyDb,
  ports: Omit<CallPorts, 'server'>,
  enrolment: Enrolment,
  entries: SyncEntry[],
): Promise<SyncRequest> {
  const { appVersion, storage } = await ports.health();
  const { listAsOf } = await readSyncStatus(db);
  const written = await readWritten(db);
  const unsigned = {
    v: 1 as const,
    deviceId: enrolment.deviceId,
    sentAt: new Date(ports.clock.now()).toISOString(),
    journal: await readJournal(db),
    health: { appVersion, storage, snapshotAsOf: listAsOf },
    entries,
    lastSealed: await newestSealed(db),
    heldReceipts: await heldReceipts(db, await readEpoch(db)),
    ...(written.length > 0 ? { written } : {}),
  };
  return { ...unsigned, proof: await ports.sign(requestText(unsigned)) };
}
