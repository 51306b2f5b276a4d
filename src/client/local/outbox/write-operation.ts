import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { OperationStatus, OfflineStatus, OperationLabel } from '#src/client/local/db/operation.ts';
import type { DeviceRow } from '#src/client/local/db/rows.ts';
import { correctedNow, firstDeviceRow } from '#src/client/local/device/device-clock.ts';
import type { OfflineRegistration } from '#src/contract/accounts/notice.ts';
import type { SyncRequest } from '#src/contract/sync/schemas.ts';
import type { Envelope, EnvelopeKind, EnvelopeOf, UnhashedEnvelope } from '#src/operations/envelopes.ts';
import { exposureOf } from '#src/operations/exposure.ts';
import { toAmount, type OpId } from '#src/protocol/brands.ts';
import { envelopeHash } from '#src/protocol/envelope.ts';

/** A command's operation. The outbox adds the device, the sequence number and the chain. */
export type NewOperation = {
  /** Generated when the screen opened, so that a second tap is the same operation. */
  opId: OpId;
  operatorId: string;
  occurredAt: Date;
  label: Omit<OperationLabel, 'opId'>;
  /** Set when this device will decide if no answer comes. */
  offline?: OfflineStatus;
} & {
  [Kind in EnvelopeKind]: Pick<EnvelopeOf<Kind>, 'kind' | 'payload'> & Beside<EnvelopeOf<Kind>['payload']>;
}[EnvelopeKind];
/** A payload that only has the hash of a person's data needs the data beside it. */
type Beside<Payload> = Payload extends { dataHash: string } ? { registration: OfflineRegistration } : unknown;

/** Tables that `writeOperation` needs in its transaction. */
export function tablesToWrite(db: MoneyDb) {
  return [db.envelopes, db.statuses, db.labels, db.device, db.exposures, db.registrations];
}

/**
 * Writes an operation inside the caller's transaction: envelope, sequence number, outbox row and exposure.
 * `db` is the handle that `transact` passes: if that transaction has ended, nothing is written and it starts
 * again. A repeated opId is the same operation and changes nothing. `newDeviceId` is used when the device has
 * no id yet. `beside`: rows that must be written with it or not at all.
 */
export async function writeOperation(
  db: MoneyDb,
  operation: NewOperation,
  newDeviceId: string,
  beside: () => readonly PromiseLike<unknown>[] = () => [],
): Promise<void> {
  if (await db.envelopes.get(operation.opId)) return;
  const device = (await db.device.get('self')) ?? firstDeviceRow(newDeviceId);
  const envelope = await chain(db, device, operation);
  const now = operation.occurredAt.getTime();
  const exposure = exposureOf(envelope);
  // Requested at once, so that all or none are in this transaction.
  await Promise.all([
    db.envelopes.add(envelope),
    db.statuses.add(newStatus(envelope, now, operation.offline)),
    db.labels.put({ opId: operation.opId, ...operation.label }),
    ...('registration' in operation ? [db.registrations.put(registrationOf(operation))] : []),
    ...(exposure ? [db.exposures.put({ opId: envelope.opId, ...exposure, accepted: false })] : []),
    db.device.put({
      ...device,
      lastSeq: envelope.seq,
      headHash: envelope.hash,
      latestSeen: Math.max(device.latestSeen, correctedNow(device, now)),
    }),
    ...beside(),
  ]);
}

function registrationOf({
  opId,
  payload,
  registration,
}: Extract<NewOperation, { registration: OfflineRegistration }>) {
  return { opId, clientId: payload.clientId, ...registration };
}

async function chain(db: MoneyDb, device: DeviceRow, operation: NewOperation): Promise<Envelope> {
  const after = await predecessorOf(db, operation);
  const { kind, payload } = operation;
  const unhashed = {
    v: 1,
    opId: operation.opId,
    deviceId: device.deviceId,
    seq: device.lastSeq + 1,
    operatorId: operation.operatorId,
    occurredAt: operation.occurredAt.toISOString(),
    clockOffset: device.clockOffset,
    ...(after === undefined ? {} : { after }),
    kind,
    payload,
    prevHash: device.headHash,
  } as UnhashedEnvelope;
  return { ...unhashed, hash: envelopeHash(unhashed) };
}

/**
 * Returns the unaccepted operation that must come first: a voucher's top-up before its purchase, a customer's
 * registration before the top-up, a top-up before its void.
 */
async function predecessorOf(db: MoneyDb, operation: NewOperation): Promise<OpId | undefined> {
  const { payload } = operation;
  const exposure = exposureOf(operation);
  if (exposure?.kind === 'spent') {
    const onVoucher = await db.exposures.where('voucherId').equals(exposure.voucherId).toArray();
    return onVoucher.find(({ kind }) => kind === 'issued')?.opId;
  }
  if ('topUpOpId' in payload) {
    const { topUpOpId } = payload;
    return (await db.exposures.get(topUpOpId)) ? topUpOpId : undefined;
  }
  if (exposure && 'clientId' in payload)
    return (await db.registrations.where('clientId').equals(payload.clientId).first())?.opId;
  // An acceptance follows its purchase only by sequence: it matters most when the purchase was refused.
  return undefined;
}

/** Status of an operation without an attempt yet. */
export function newStatus(
  envelope: Pick<Envelope, 'opId' | 'seq'>,
  now: number,
  offline?: OfflineStatus,
): OperationStatus {
  return {
    opId: envelope.opId,
    seq: envelope.seq,
    state: 'pending',
    attempts: 0,
    nextAttemptAt: 0,
    lastError: null,
    message: '',
    receipt: null,
    seen: false,
    mayHaveArrived: false,
    changedAt: now,
    ...(offline ? { offline } : {}),
  };
}

/**
 * Returns the end of this device's journal and its unsettled sales and top-ups, reported to the server with
 * every call. Each has one exposure, however many envelopes it has.
 */
export function readJournal(db: MoneyDb): Promise<SyncRequest['journal']> {
  return db.transaction('r', [db.device, db.exposures], async () => {
    const [device, exposures] = await Promise.all([db.device.get('self'), db.exposures.toArray()]);
    return {
      lastSeq: device?.lastSeq ?? 0,
      headHash: device?.headHash ?? '',
      openCount: exposures.length,
      openSum: toAmount(exposures.reduce((sum, { amount }) => sum + amount, 0)),
    };
  });
}
