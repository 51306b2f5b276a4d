import type { Envelope, PurchasePayload, TopUpPayload } from '#src/contract/envelope.ts';
import { envelopeSchema } from '#src/contract/envelope.ts';
import { envelopeHash, type UnhashedEnvelope } from '#src/domain/envelope-hash.ts';
import type { DeviceRow, MoneyDb } from './money-db.ts';
import type { Fate, Operation, OperationLabel, StoredEnvelope } from './operation.ts';
import { withLiveHandle } from './reopen-lost-handle.ts';

const openStates = ['pending', 'sending', 'waiting-sign-in'] as const;

/** What a command hands over; the outbox adds the device, the sequence and the chain. */
export type NewOperation = {
  /** made when the screen opened, so that a second tap is the same operation */
  opId: string;
  operatorId: string;
  occurredAt: Date;
  label: Omit<OperationLabel, 'opId'>;
} & ({ kind: 'purchase'; payload: PurchasePayload } | { kind: 'top-up'; payload: TopUpPayload });

/**
 * Writes the fact, its sequence number and its place in the outbox in one transaction: after a crash there is all of it
 * or nothing. The same opId twice is the same operation and changes nothing. Throws when the device cannot store.
 */
export async function appendOperation(
  db: MoneyDb,
  operation: NewOperation,
  newDeviceId: string,
): Promise<void> {
  await withLiveHandle(db, () =>
    db.transaction('rw', db.envelopes, db.fates, db.labels, db.device, async () => {
      if (await db.envelopes.get(operation.opId)) return;
      const device = (await db.device.get('self')) ?? firstDeviceRow(newDeviceId);
      const envelope = await chain(db, device, operation);
      await db.envelopes.add(envelope);
      await db.fates.add(newFate(envelope, operation.occurredAt.getTime()));
      await db.labels.put({ opId: operation.opId, ...operation.label });
      await db.device.put({ ...device, lastSeq: envelope.seq, headHash: envelope.hash });
    }),
  );
}

/** Operations whose fate is open, oldest first. */
export async function openOperations(db: MoneyDb): Promise<Operation[]> {
  const fates = await withLiveHandle(db, () =>
    db.fates
      .where('state')
      .anyOf(...openStates)
      .sortBy('seq'),
  );
  return readOperations(db, fates);
}

/** Operations with these fates, in their order. */
export async function readOperations(db: MoneyDb, fates: readonly Fate[]): Promise<Operation[]> {
  const ids = fates.map((fate) => fate.opId);
  const [stored, labels] = await Promise.all([db.envelopes.bulkGet(ids), db.labels.bulkGet(ids)]);
  return fates.map((fate, index) => ({
    envelope: readEnvelope(stored[index]),
    fate,
    label: labels[index] ?? null,
  }));
}

/** The envelope as this version knows it, or null: written by a newer one, or damaged. */
function readEnvelope(stored: StoredEnvelope | undefined): Envelope | null {
  const parsed = envelopeSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}

/** Changes a fate that is still open, and answers whether it was. Final ones never move again. */
export async function changeFate(db: MoneyDb, opId: string, change: Partial<Fate>): Promise<boolean> {
  return withLiveHandle(db, () =>
    db.transaction('rw', db.fates, async () => {
      const fate = await db.fates.get(opId);
      if (!fate || fate.state === 'accepted' || fate.state === 'refused') return false;
      await db.fates.put({ ...fate, ...change });
      return true;
    }),
  );
}

/** The link is back: what waits for its next attempt is due within `spreadMs`, each at its own moment. */
export async function hurryOperations(
  db: MoneyDb,
  now: number,
  spreadMs: number,
  random: () => number,
): Promise<void> {
  await withLiveHandle(db, () =>
    db.fates
      .where('state')
      .equals('pending')
      .and((fate) => fate.nextAttemptAt > now + spreadMs)
      .modify((fate) => {
        fate.nextAttemptAt = now + Math.round(random() * spreadMs);
      }),
  );
}

async function chain(db: MoneyDb, device: DeviceRow, operation: NewOperation): Promise<Envelope> {
  const after = operation.kind === 'purchase' ? await openTopUp(db, operation.payload.codeQrUuid) : undefined;
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

/** The top-up of this voucher that this device has not seen accepted: the purchase must wait for it. */
async function openTopUp(db: MoneyDb, voucherId: string): Promise<string | undefined> {
  const fates = await db.fates
    .where('state')
    .anyOf(...openStates)
    .toArray();
  const envelopes = await db.envelopes.bulkGet(fates.map((fate) => fate.opId));
  const found = envelopes
    .map(readEnvelope)
    .find((envelope) => envelope?.kind === 'top-up' && envelope.payload.uuid === voucherId);
  return found?.opId;
}

function firstDeviceRow(deviceId: string): DeviceRow {
  return { id: 'self', deviceId, lastSeq: 0, headHash: '', clockOffset: 0 };
}

function newFate(envelope: Envelope, now: number): Fate {
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
    changedAt: now,
  };
}
