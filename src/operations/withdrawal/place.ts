import type { HolderPorts } from '#src/client/commands/ports.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { Operation, OperationStatus } from '#src/client/local/db/operation.ts';
import { transactPatiently } from '#src/client/local/db/reopen-lost-handle.ts';
import { readOperation } from '#src/client/local/outbox/read-outbox.ts';
import { isBeingSent, isTakenBack, isUnaccepted } from '#src/client/local/outbox/unaccepted.ts';
import {
  type NewOperation,
  tablesToWrite,
  writeOperation,
} from '#src/client/local/outbox/write-operation.ts';
import { ownSentence } from '#src/domain/purchase/own-sentence.ts';
import type { OpId } from '#src/protocol/brands.ts';
import type { PurchaseEnvelope, TopUpEnvelope } from '../envelopes.ts';
import { exposureOf, placedBy } from '../exposure.ts';

/**
 * `taken-back`: it never left this device and never will. `asking`: it may have arrived, so the server is
 * queried by the operation's id. `sending`: a call with it is under way. `settled`: nothing is left to
 * withdraw.
 */
export type TakeBackResult = 'taken-back' | 'asking' | 'sending' | 'settled';

type Money = Operation & { envelope: PurchaseEnvelope | TopUpEnvelope };

/**
 * A person withdraws an unaccepted purchase or top-up on a device that is not enrolled: the outbox's own state
 * decides, in one transaction, after which no tab sends it.
 */
export async function takeBackHere(ports: HolderPorts, opId: OpId): Promise<TakeBackResult> {
  const result = await dropOrAsk(ports, opId);
  ports.connection.requestSync();
  return result;
}

async function dropOrAsk({ db, clock, ids }: HolderPorts, opId: OpId): Promise<TakeBackResult> {
  const found = await readOperation(db, opId);
  if (!found || !isMoney(found)) return 'settled';
  const now = clock.now();
  return transactPatiently(db, 'rw', tablesToWrite(db), async (inside) => {
    const status = await inside.statuses.get(opId);
    if (!status) return 'settled';
    const operation = { ...found, status };
    if (isTakenBack(status)) return 'asking';
    if (!isUnaccepted(operation)) return 'settled';
    if (isBeingSent(status, now)) return 'sending';
    if (status.mayHaveArrived) {
      await writeTakingBack(inside, operation, ids.next(), now);
      return 'asking';
    }
    await inside.statuses.put(droppedBy(operation.envelope, status, now));
    await inside.exposures.delete(opId);
    return 'taken-back';
  });
}

function isMoney(operation: Operation): operation is Money {
  return operation.envelope !== null && exposureOf(operation.envelope) !== null;
}

/** Final and already read, because the person decided it. */
function droppedBy(envelope: Money['envelope'], status: OperationStatus, now: number): OperationStatus {
  return {
    ...status,
    state: 'refused',
    lastError: 'WITHDRAWN',
    message: ownSentence('WITHDRAWN'),
    seen: true,
    changedAt: now,
    ...(envelope.kind === 'purchase' ? {} : { offline: { kind: 'voided' as const, opId: envelope.opId } }),
  };
}

/** Writes the withdrawal for the server, so that the operation itself is no longer sent. */
function writeTakingBack(
  db: MoneyDb,
  { envelope, status, label }: Money,
  opId: OpId,
  now: number,
): Promise<void> {
  const common = {
    opId,
    operatorId: envelope.operatorId,
    occurredAt: new Date(now),
    label: { userName: '', estanteName: '', ...label },
  };
  const operation: NewOperation =
    envelope.kind === 'purchase'
      ? { ...common, kind: 'withdrawal', payload: withdrawalOf(envelope) }
      : { ...common, kind: 'top-up-void', payload: topUpVoidOf(envelope) };
  const offline =
    envelope.kind === 'purchase'
      ? { kind: 'withdrawn' as const, opId, reason: 'BY_PERSON' as const, most: 0 }
      : { kind: 'voided' as const, opId };
  // The device has an id, because it has written the operation itself. A holder's purchase stays exposed, and
  // shown, until there is an answer.
  const isHolders = placedBy(envelope) === 'holder';
  return writeOperation(db, operation, '', () => [
    db.statuses.put({ ...status, state: 'pending', offline, seen: true, changedAt: now }),
    ...(isHolders ? [] : [db.exposures.delete(envelope.opId)]),
  ]);
}

function withdrawalOf({ opId: purchaseOpId, payload }: PurchaseEnvelope) {
  const { userId, estanteId, codeQrUuid, price } = payload;
  return { purchaseOpId, userId, estanteId, codeQrUuid, price };
}

function topUpVoidOf({ opId: topUpOpId, payload }: TopUpEnvelope) {
  const { monto, uuid, clientId } = payload;
  return { topUpOpId, monto, uuid, clientId, reason: 'OTHER' as const };
}
